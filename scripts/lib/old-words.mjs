import { readFileSync } from 'node:fs'
import { listedFiles } from './listed-files.mjs'
import { at } from './project.mjs'

/**
 * A word that docs/glossary.md replaced, as a regular expression in lower case. `only`: the files in which it is old.
 * `except`: files and lines that may hold it, with the reason.
 * @typedef {{ word: string, use: string, only?: RegExp, except?: readonly [RegExp, reason: string] }} OldWord
 */

/** @type {readonly OldWord[]} */
const OLD_WORDS = [
  {
    word: 'tidy|tidied|tidies|tidying',
    use: 'flush, compact or sweep',
    except: [/[ `']tidy(?:$|[ `'])|tidy: \{|tidied: new/, "the operator's command"],
  },
  {
    word: 'bury|buried|buries|burying',
    use: 'soft-delete, tombstone',
    except: [/buried-cards|card_buried|buriedCards/, 'databases know the migration by this name'],
  },
  {
    word: 'parked',
    use: 'rejected',
    except: [/'parked'|parked +key|parked: \{ key/, 'an object store of browsers has this name'],
  },
  { word: 'shelf|shelves', use: 'rejected changes', except: [/shelf-life/, 'what goods have'] },
  {
    word: 'slots?',
    use: 'ordinal',
    only: /^(packages|apps\/server|bench)\//,
    except: [/slotOf/, 'popups have a slot'],
  },
  { word: 'carriers', use: 'postings, or cards' },
  { word: 'twins?', use: 'reference implementation, or: the other one' },
  { word: 'leaner', use: 'interned' },
  { word: 'kin', use: 'related changes, or: related tags' },
  { word: 'goes? along', use: 'pipelined' },
  { word: 'rehears\\w*', use: 'warm up' },
  { word: 'expect loads', use: 'prewarm' },
  { word: 'breathe|others turn', use: 'yield to the event loop' },
  { word: 'lanes?', use: 'connection', only: /^apps\/server\/src\/store\// },
  { word: 'carry ?out', use: 'mutate', only: /^(apps\/web\/src\/replica|packages\/sync)\// },
  { word: 'those that|whoever|what stands beside', use: 'the noun' },
]

const READ = /\.(?:[cm]?[jt]sx?|css|md|jsonc)$/
/** Public pages and sample cards are prose with their own vocabulary. */
const NOT_READ =
  /^(?:CHANGELOG\.md|scripts\/lib\/old-words\.mjs)$|^apps\/web\/src\/(?:features\/(?:pages|landing)|shared\/sample)\//

/**
 * Finds old words in source, comments, tests and documents.
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export async function judgeWords() {
  const files = (await listedFiles()).filter((file) => READ.test(file) && !NOT_READ.test(file))
  const problems = files.flatMap((file) => oldWordsIn(file, readFileSync(at(file), 'utf8')))
  return { ok: problems.length === 0, output: problems.join('\n') }
}

/**
 * @param {string} file
 * @param {string} text
 */
function oldWordsIn(file, text) {
  const words = OLD_WORDS.filter(({ only, except }) => only?.test(file) !== false && !except?.[0].test(file))
  return text.split('\n').flatMap((line, index) => {
    const plain = inWords(line)
    return words.flatMap(({ word, use, except }) => {
      const found = new RegExp(`\\b(?:${word})\\b`).exec(plain)?.[0]
      if (found === undefined || except?.[0].test(line)) return []
      return [`${file}:${index + 1}: "${found}" is an old word, see docs/glossary.md. Write: ${use}`]
    })
  })
}

/**
 * A line in lower case with identifiers split: `isTidying` is "is tidying", `TIDIED_AT` is "tidied at".
 * @param {string} line
 */
function inWords(line) {
  return line
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
}
