export { encodingNamed } from './decode.ts'
export { FILE_PROBLEMS } from './file-problems.ts'
export { BUSY, FileReader, type ReadFile, Unreadable } from './file-reader.ts'
export { addressOfFound } from './found.ts'
export { Cancelled, ImportRefused, Stopped } from './import-errors.ts'
export { ImportRuns, importing } from './import-runs.ts'
export { progressOf, stateOf, summaryOf } from './import-state.ts'
export type { Sharing } from './import-targets.ts'
export { runImport } from './imports.ts'
export { linkRow } from './link-row.ts'
export { isTimeZone } from './moments.ts'
export { NO_CHOICE, type TableChoice } from './read-csv.ts'
export type { ReadingChoice } from './reading.ts'
export { MARKS } from './service.ts'
export { cleanTagName, isWhole } from './tag-names.ts'
export {
  contestedNames,
  isShownAsOther,
  numberedName,
  shownAs,
  shownSpelling,
  TagNames,
} from './tags-of-file.ts'
export { undoImport } from './undo-import.ts'
export { writeAccount, writeContents } from './write-account.ts'
export { writeAccountZip } from './write-account-zip.ts'
export { exportFile, writeExport } from './write-export.ts'
export { unreserved, writeMarkdownZip } from './write-markdown-zip.ts'
