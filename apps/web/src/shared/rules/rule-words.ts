import {
  type Id,
  parseSearch,
  partsOf,
  printSearch,
  type Rule,
  type RuleParts,
  type SearchTree,
} from '@cardinal/domain'
import { changesCards } from '@cardinal/domain/rules'
import { SUBJECT_WORDS } from '../searchbar/mode-words.ts'
import { listed } from '../text/counted.ts'

/** The name of a tag. Undefined: not loaded yet, or deleted. */
type NameOf = (tagId: Id) => string | undefined

/** Such as “When a link of example.org is added, tag it “example”.” */
export function ruleSentence(rule: RuleParts, nameOf: NameOf): string {
  if (!changesCards(rule)) return `Hide ${cardsWords(parseSearch(rule.search))} from All.`
  return `When ${cardsWords(parseSearch(rule.search))} is added, ${actWords(rule, nameOf)}.`
}

/** What a rule does: “tag it “example” and colour it red”. */
function actWords(rule: RuleParts, nameOf: NameOf): string {
  const { addTagIds, removeTagIds, color, type, keepsCopy, hidesFromAll } = rule
  const names = (ids: readonly Id[]) => listed(ids.map((id) => quoted(nameOf(id) ?? 'a deleted tag')))
  const acts = [
    addTagIds.length > 0 && `tag it ${names(addTagIds)}`,
    removeTagIds.length > 0 && `take off ${names(removeTagIds)}`,
    color === null && 'take its colour off',
    color && `colour it ${color}`,
    type && `make it a ${SUBJECT_WORDS[type].one}`,
    keepsCopy && 'keep a copy of its page',
    hidesFromAll && 'hide it from All',
  ]
  return listed(acts.filter((act) => typeof act === 'string'))
}

/**
 * Names the cards that a search finds, such as “a link of example.org”. Quotes the search if a part has no such
 * words.
 */
function cardsWords(tree: SearchTree): string {
  const parts = partsOf(tree)
  const type = parts.find((part) => part.kind === 'type')
  const subject = `a ${type === undefined ? 'card' : SUBJECT_WORDS[type.type].one}`
  const clauses = parts.filter((part) => part !== type).map(clauseOf)
  if (clauses.includes(null)) return `a card that matches ${quoted(printSearch(tree))}`
  return [subject, ...clauses].join(' ')
}

/** Null: there are no words for this part. */
function clauseOf(part: SearchTree): string | null {
  switch (part.kind) {
    case 'any': {
      const clauses = part.parts.map(clauseOf)
      return clauses.includes(null) ? null : clauses.join(' or ')
    }
    case 'not':
      return notClauseOf(part.part)
    case 'site':
      return `of ${part.site}`
    case 'tag':
      return `with the tag ${quoted(part.name)}`
    case 'text':
      return `with the words ${quoted(part.text)}`
    case 'group':
      return `with a tag of the group ${quoted(part.title)}`
    case 'color':
      return part.color === null ? 'without a colour' : `that is ${part.color}`
    case 'type':
      return `that is a ${SUBJECT_WORDS[part.type].one}`
    default:
      return null
  }
}

function notClauseOf(part: SearchTree): string | null {
  switch (part.kind) {
    case 'site':
      return `not of ${part.site}`
    case 'tag':
      return `without the tag ${quoted(part.name)}`
    case 'text':
      return `without the words ${quoted(part.text)}`
    default:
      return null
  }
}

function quoted(text: string): string {
  return `“${text}”`
}

/** Only the parts of a rule, which an edit sends as what the person saw. */
export function partsOfRule(rule: Rule): RuleParts {
  const { id: _id, isPaused: _isPaused, createdAt: _createdAt, ...parts } = rule
  return parts
}
