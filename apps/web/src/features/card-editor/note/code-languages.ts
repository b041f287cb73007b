import { LanguageDescription, LanguageSupport, StreamLanguage } from '@codemirror/language'

/**
 * Languages of code blocks, each loaded with the first block that names it. HTML, CSS and JavaScript come
 * with Markdown.
 */
export const CODE_LANGUAGES: readonly LanguageDescription[] = [
  LanguageDescription.of({
    name: 'JavaScript',
    alias: ['js', 'jsx', 'mjs', 'node'],
    load: async () => (await import('@codemirror/lang-javascript')).javascript({ jsx: true }),
  }),
  LanguageDescription.of({
    name: 'TypeScript',
    alias: ['ts', 'tsx'],
    load: async () =>
      (await import('@codemirror/lang-javascript')).javascript({ jsx: true, typescript: true }),
  }),
  LanguageDescription.of({
    name: 'HTML',
    alias: ['xhtml', 'xml', 'svg'],
    load: async () => (await import('@codemirror/lang-html')).html(),
  }),
  LanguageDescription.of({
    name: 'CSS',
    alias: ['scss', 'less'],
    load: async () => (await import('@codemirror/lang-css')).css(),
  }),
  LanguageDescription.of({
    name: 'JSON',
    alias: ['jsonc'],
    load: async () => (await import('@codemirror/lang-json')).json(),
  }),
  LanguageDescription.of({
    name: 'YAML',
    alias: ['yml'],
    load: async () => (await import('@codemirror/lang-yaml')).yaml(),
  }),
  LanguageDescription.of({
    name: 'SQL',
    alias: ['postgresql', 'mysql', 'sqlite'],
    load: async () => (await import('@codemirror/lang-sql')).sql(),
  }),
  LanguageDescription.of({
    name: 'Python',
    alias: ['py', 'python3'],
    load: async () => (await import('@codemirror/lang-python')).python(),
  }),
  LanguageDescription.of({
    name: 'Rust',
    alias: ['rs'],
    load: async () => (await import('@codemirror/lang-rust')).rust(),
  }),
  LanguageDescription.of({
    name: 'Go',
    alias: ['golang'],
    load: async () => (await import('@codemirror/lang-go')).go(),
  }),
  LanguageDescription.of({
    name: 'Java',
    load: async () => (await import('@codemirror/lang-java')).java(),
  }),
  LanguageDescription.of({
    name: 'C++',
    alias: ['c', 'cpp', 'h', 'hpp'],
    load: async () => (await import('@codemirror/lang-cpp')).cpp(),
  }),
  LanguageDescription.of({
    name: 'Shell',
    alias: ['sh', 'bash', 'zsh', 'console'],
    load: async () =>
      new LanguageSupport(StreamLanguage.define((await import('@codemirror/legacy-modes/mode/shell')).shell)),
  }),
]
