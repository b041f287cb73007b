/** Why a file was refused, as a sentence. */
export type FileProblem = string

export const FILE_PROBLEMS = {
  empty: 'The file is empty.',
  tooHard: 'This file takes too long, or too much memory, to be read. Split it into several.',
  nested: 'This file is nested too deeply, or has too many parts.',
  unknown:
    'This file cannot be imported. It should be a bookmark file of a browser (HTML), a list in CSV or JSON, a list of addresses, or an export of Cardinal.',
  noCards: 'There are no bookmarks, notes or todos in this file.',
  notJson: 'This file begins like JSON, but it is damaged or incomplete.',
  cutOff: 'This file is incomplete: it ends in the middle.',
  cutOffEnex: 'This export of Evernote (ENEX) is incomplete: it ends in the middle. Export the notes again.',
  notEnex:
    'This is no export of Evernote (ENEX), or it is damaged: it has no <en-export>. Export the notes again.',
  encrypted: 'This backup is encrypted. Export it again without a password, or decrypted.',
  passwords: 'This file holds passwords. Nothing of it was read.',
  notHtml: 'This is not a bookmark file: there is no link in it.',
  openQuote:
    'In this list a quotation mark is opened and never closed. Close it, or take it out, and try again.',
  notCsv:
    'This is not a list that can be imported: its first line should name the columns, such as title, url, tags.',
} as const
