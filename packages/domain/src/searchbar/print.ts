import type { Tag } from '../tag.ts'
import { displayNameOf } from '../tag-relations.ts'
import type { SearchCondition, SearchTree } from './search-tree.ts'

/** Canonical form: parsing it gives the same tree. */
export function printSearch(tree: SearchTree): string {
  switch (tree.kind) {
    case 'all':
      return tree.parts.map(printPart).join(', ')
    case 'any':
      return tree.parts.map(printAlternative).join(' | ')
    case 'not':
      return `-${printNegated(tree.part)}`
    case 'words':
      return tree.words.map(printWord).join(', ')
    default:
      return printCondition(tree)
  }
}

/** The label of a part, without its minus: a plain word as it is, others in canonical form. */
export function labelOfPart(part: SearchTree): string {
  if (part.kind === 'words' && part.words.length === 1) return part.words[0] ?? ''
  if (part.kind !== 'not') return printSearch(part)
  const leftOut = part.part
  return leftOut.kind === 'tag' && !leftOut.isExact ? leftOut.name : printNegated(leftOut)
}

/** An `any` needs no parentheses in a list: `|` binds closer than a comma. */
function printPart(part: SearchTree): string {
  return part.kind === 'all' ? `(${printSearch(part)})` : printSearch(part)
}

function printAlternative(part: SearchTree): string {
  const isList = part.kind === 'all' || (part.kind === 'words' && part.words.length > 1)
  return isList ? `(${printSearch(part)})` : printSearch(part)
}

/** `-word` excludes a tag, so anything but a condition is put in parentheses after the minus. */
function printNegated(part: SearchTree): string {
  if (part.kind === 'tag' && !part.isExact && !isOdd(part.name)) return part.name
  return isCondition(part) ? printCondition(part) : `(${printSearch(part)})`
}

function isCondition(tree: SearchTree): tree is SearchCondition {
  return tree.kind !== 'all' && tree.kind !== 'any' && tree.kind !== 'not' && tree.kind !== 'words'
}

function printCondition(condition: SearchCondition): string {
  switch (condition.kind) {
    case 'tag':
      return condition.isExact ? `tag:${condition.name}!` : `tag:${printValue(condition.name)}`
    case 'text':
      return quoted(condition.text)
    case 'copy':
    case 'file':
      return `${condition.kind}:${printValue(condition.text)}`
    case 'site':
      return `site:${condition.site}`
    case 'group':
      return `group:${printValue(condition.title)}`
    case 'color':
      return `color:${condition.color ?? 'none'}`
    case 'type':
      return `type:${condition.type}`
    case 'is':
      return `is:${condition.state}`
    case 'has':
      return `has:${condition.what}`
    case 'tags':
      return `tags:${printNumbers(condition.least, condition.most)}`
    case 'workspace':
      return `workspace:${condition.which}`
    case 'time':
      return `${condition.field}:${condition.days}`
    case 'completed':
      return `done:${condition.days}`
    case 'due':
    case 'start':
      return `${condition.kind}:${condition.days}`
    case 'overdue':
      return 'is:overdue'
  }
}

function printNumbers(least: number, most: number | null): string {
  if (most === null) return least === 0 ? '>=0' : `>${least - 1}`
  if (least === most) return String(least)
  return `${least}..${most}`
}

/** A word that contains operators is quoted, so that it is parsed as a word. */
function printWord(word: string): string {
  return isOdd(word) || word.startsWith('-') ? `word:${quoted(word)}` : word
}

/**
 * How a tag is written in a search text: its display name, or its name where the display name would not parse as one word.
 */
export function wordOfTag(tag: Pick<Tag, 'name' | 'displayName'>): string {
  const shown = displayNameOf(tag)
  return isOdd(shown) || shown.startsWith('-') || shown.includes('*') ? tag.name : shown
}

function printValue(value: string): string {
  return isOdd(value) || value.endsWith('!') ? quoted(value) : value
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

/** Whether a word could be parsed as anything else. */
function isOdd(word: string): boolean {
  return ODD.test(word)
}

const ODD = /[,，()"]|^[a-z]+:\S|(?:^|\s)(?:\||OR)(?:\s|$)/
