/** The package has types only for its larger file. */
declare module 'pdfjs-dist/legacy/build/pdf.min.mjs' {
  export const getDocument: import('./pdf-words.ts').PdfReader['getDocument']
}

declare module 'pdfjs-dist/legacy/build/pdf.worker.min.mjs'
