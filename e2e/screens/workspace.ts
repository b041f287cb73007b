import { SAMPLE_CARDS } from '../../apps/web/src/shared/sample/sample-cards.ts'
import { sampleWorkspace } from '../../apps/web/src/shared/sample/sample-workspace.ts'
import type { Sown } from '../support/seed.ts'

/** Plausible saved searches for this workspace. */
export const SAVED_SEARCHES = ['recipe, vegetarian, quick', 'medical, exam', 'project, -waiting']

/** Tags by title of their group. */
export const GROUPS: Readonly<Record<string, readonly string[]>> = {
  kitchen: ['recipe', 'soup', 'baking', 'bread', 'pasta', 'dinner', 'vegetarian', 'quick'],
  ward: ['cardiology', 'pediatrics', 'infection', 'emergency', 'neurology', 'drug'],
  studio: ['website', 'design', 'copy', 'launch', 'bug', 'client'],
}

/** Difficult texts of real people: long ones, several lines, other scripts, long words without a break. */
const UNRULY: readonly Sown[] = [
  {
    type: 'note',
    content:
      'Packing list\n- passport, visa, insurance card\n- two shirts, one jumper\n- charger, adapter, **headphones**\n\nLeave the spare key with Farhan.',
    tags: ['travel', 'reference'],
    color: 'cyan',
  },
  {
    type: 'note',
    content: `On writing: ${'say it, then take out every word that the sentence can do without. '.repeat(14)}`,
    tags: ['writing', 'ideas', 'quote'],
  },
  {
    type: 'note',
    content: 'Supercalifragilisticexpialidocious'.repeat(5),
    tags: ['a tag with a remarkably long name to fit', 'quote'],
  },
  { type: 'note', content: '東京の天気予報とお弁当', tags: ['旅行', 'travel'], color: 'pink' },
  { type: 'note', content: 'قائمة المشتريات: خبز، حليب، تفاح', tags: ['home'] },
  {
    type: 'todo',
    content: 'Move house',
    tags: ['home', 'renovation', 'urgent', 'money', 'papers', 'waiting'],
    lines: ['end the lease', 'find a van', 'boxes', 'tell the bank', 'tell the school', 'clean'],
    color: 'violet',
  },
  {
    type: 'link',
    content: `https://www.example.org/a/very/long/path/${'that-goes-on-'.repeat(12)}end?with=parameters&and=more`,
    tags: ['reading'],
  },
]

/** The sample of the landing page and the difficult texts, newest first. */
export function livedInWorkspace(): Sown[] {
  const now = Date.now()
  const changes = sampleWorkspace(SAMPLE_CARDS, now)
  const nameOfTag = new Map(
    changes.flatMap((change) => (change.kind === 'tag' && change.row ? [[change.id, change.row.name]] : [])),
  )
  const sample = changes.flatMap((change): Sown[] => {
    if (change.kind !== 'card' || !change.row) return []
    const { type, content, tagIds, subnotes, color, createdAt } = change.row
    return [
      {
        type,
        content,
        tags: tagIds.flatMap((id) => nameOfTag.get(id) ?? []),
        lines: subnotes.map(({ text }) => text),
        createdAt,
        ...(color !== null && { color }),
      },
    ]
  })
  const unruly = UNRULY.map((card, index) => ({ ...card, createdAt: now - (index * 7 + 2) * 600_000 }))
  return [...unruly, ...sample]
}
