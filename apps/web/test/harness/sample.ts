import {
  type Card,
  type CardType,
  type Change,
  COLORS,
  makeId,
  type Tag,
  type TagGroup,
} from '@cardinal/domain'

const TAGS =
  'maths,algebra,geometry,exam,school,recipes,bread,italian,dinner,quick,travel,lisbon,flights,hotel,budget,work,meeting,roadmap,design,css,typescript,react,performance,reading,book,article,health,running,garden,gift,anna,home,repair,invoice,tax,music,guitar,film,photo,ideas'.split(
    ',',
  )

const TOPICS: readonly {
  tags: readonly string[]
  links: readonly string[]
  notes: readonly string[]
  todos: readonly string[]
}[] = [
  {
    tags: ['maths', 'algebra', 'geometry', 'exam', 'school'],
    links: [
      'https://www.khanacademy.org/math/algebra Algebra course, chapter by chapter',
      'https://en.wikipedia.org/wiki/Quadratic_equation',
    ],
    notes: [
      'A quadratic has **two roots**, counted with multiplicity.\n\n- discriminant > 0: two real\n- discriminant = 0: one\n- discriminant < 0: none that is real',
      'Sum of the first n odd numbers is n². Draw it as a growing square.',
    ],
    todos: ['Redo the exercises on completing the square', 'Ask Ms Moreau about the exam on geometry'],
  },
  {
    tags: ['recipes', 'bread', 'italian', 'dinner', 'quick'],
    links: [
      'https://www.seriouseats.com/easy-roasted-focaccia',
      'https://www.bbcgoodfood.com/recipes/risotto Mushroom risotto, the slow one',
    ],
    notes: [
      'Focaccia: 500 g flour, 400 g water, 10 g salt, 2 g yeast. 18 hours in the fridge, then 25 minutes at 240 °C.',
      'Pasta for two: 200 g, salt the water like the sea.',
    ],
    todos: ['Buy semolina and good olive oil', 'Feed the sourdough'],
  },
  {
    tags: ['travel', 'lisbon', 'flights', 'hotel', 'budget'],
    links: [
      'https://www.seat61.com/Portugal.htm Trains in Portugal',
      'https://www.atlasobscura.com/things-to-do/lisbon-portugal',
    ],
    notes: ['Lisbon in May: warm by day, a jacket in the evening. The 28 tram is full after nine.'],
    todos: ['Book the flights before Friday', 'Check that the passports are valid until autumn'],
  },
  {
    tags: ['work', 'meeting', 'roadmap', 'design', 'performance', 'typescript', 'react', 'css'],
    links: [
      'https://web.dev/articles/inp Interaction to Next Paint',
      'https://developer.mozilla.org/en-US/docs/Web/CSS/color_value/light-dark',
      'https://react.dev/reference/react/useDeferredValue',
    ],
    notes: [
      'Roadmap talk: three bets, not twelve. Say what we stop doing first, because nobody believes a plan that only adds.',
      'Measure typing before touching the list; last time it was the parser.',
    ],
    todos: ['Write down what we agreed with the design team', 'Profile the search page on the slow phone'],
  },
  {
    tags: ['reading', 'book', 'article', 'ideas', 'music', 'guitar', 'film', 'photo'],
    links: ['https://www.gutenberg.org/ebooks/1342 Pride and Prejudice', 'https://pudding.cool/'],
    notes: ['“The best way to have a good idea is to have a lot of ideas.”'],
    todos: ['Return the two books to the library', 'Restring the guitar'],
  },
  {
    tags: ['home', 'repair', 'garden', 'gift', 'anna', 'health', 'running', 'invoice', 'tax'],
    links: ['https://www.rhs.org.uk/advice/beginners-guide Beginner’s guide to pruning'],
    notes: ['Anna likes: film cameras, tulips, anything with cardamom. Not: surprises in the morning.'],
    todos: ['Send the tax papers', 'Fix the tap in the bathroom', 'Book a run with Jo on Saturday'],
  },
]

/** A life-like workspace, the same at every start: topics with their tags, cards of all types over two years. */
export function sampleChanges(count: number, now: number): Change[] {
  const random = mulberry(7)
  const tags = TAGS.map((name, index): Tag => {
    const at = now - 700 * DAY + index * DAY
    return {
      id: idOf(1, index),
      name,
      color: index % 6 === 0 ? pick(COLORS, random) : null,
      clickCount: Math.floor(random() * 12),
      lastClickedAt: random() < 0.5 ? now - Math.floor(random() * 60) * DAY : null,
      createdAt: at,
      updatedAt: at,
    }
  })
  const idByName = new Map(tags.map((tag) => [tag.name, tag.id]))
  const groups = TOPICS.slice(0, 4).map(
    (topic, index): TagGroup => ({
      id: idOf(2, index),
      title: ['studies', 'kitchen', 'trips', 'job'][index] ?? 'other',
      color: index === 1 ? 'green' : null,
      isHidden: false,
      tagIds: topic.tags.map((name) => idByName.get(name) ?? ''),
      createdAt: now - 600 * DAY,
      updatedAt: now - 600 * DAY,
    }),
  )
  const cards = Array.from({ length: count }, (_, index) => sampleCard(index, now, random, idByName))
  return [
    ...tags.map((row): Change => ({ kind: 'tag', id: row.id, row })),
    ...groups.map((row): Change => ({ kind: 'group', id: row.id, row })),
    ...cards.map((row): Change => ({ kind: 'card', id: row.id, row })),
  ]
}

function sampleCard(
  index: number,
  now: number,
  random: () => number,
  idByName: ReadonlyMap<string, string>,
): Card {
  const topic = pick(TOPICS, random)
  const type = pick(['link', 'note', 'todo'] as const satisfies readonly CardType[], random)
  const texts = { link: topic.links, note: topic.notes, todo: topic.todos }[type]
  const text = pick(texts, random)
  const names = topic.tags.filter(() => random() < 0.45)
  const createdAt = now - Math.floor(random() ** 2 * 700 * DAY)
  const repeats = index < 40 ? '' : type === 'link' ? '' : ` (${index})`
  return {
    id: idOf(3, index),
    type,
    content: text + repeats,
    subnotes:
      type === 'todo' && random() < 0.3
        ? ['first part', 'second part', 'check it', 'tell the others'].map((line, at) => ({
            id: idOf(4, index * 4 + at),
            text: line,
            isTicked: at === 0,
          }))
        : [],
    tagIds: names.map((name) => idByName.get(name) ?? ''),
    color: random() < 0.12 ? pick(COLORS, random) : null,
    isPublic: false,
    parentIds: [],
    siblingIds: [],
    childIds: [],
    createdAt,
    updatedAt: createdAt,
  }
}

const DAY = 86_400_000

function idOf(kind: number, index: number): string {
  const bytes = new Uint8Array(8)
  bytes[0] = kind
  new DataView(bytes.buffer).setUint32(4, index)
  return makeId(1_700_000_000_000, bytes)
}

function pick<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)] as Item
}

/** A small source of repeatable chance. */
function mulberry(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
