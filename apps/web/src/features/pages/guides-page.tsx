import { type SiteOptions, useSiteOptions } from '../../shared/site/site-options.ts'
import { ProsePage } from './prose-page.tsx'

interface Guide {
  readonly title: string
  readonly video: keyof SiteOptions['demoUrls'] | null
  readonly steps: readonly string[]
}

/** The guides: written steps, each with a film if one is published. */
const GUIDES: readonly Guide[] = [
  {
    title: 'Medical notes: from the ward to the exam',
    video: 'medical',
    steps: [
      'Choose note, type what you learned, and press Enter as soon as the bar says add.',
      'Give it its field (cardiology), its kind (drug, mnemonic) and, if it may come up, exam.',
      'Before the exam type medical, exam, then click the field you are weakest in.',
      'Put a minus before drug to leave out all that you know already.',
    ],
  },
  {
    title: 'Recipe links: 400 bookmarks, one dinner',
    video: 'recipes',
    steps: [
      'Export your bookmarks from the browser as HTML and import the file in settings. Folders become tags.',
      'Look through the tags, most used first, and merge tags that mean the same.',
      'Choose link and type recipe. The row under the bar shows what goes with it.',
      'Click vegetarian, then quick. Save the search; next time it is one click.',
    ],
  },
  {
    title: 'Project tasks: what can go out today',
    video: 'project',
    steps: [
      'Choose todo and write the task in one line. Several lines become a note; “Add as todo” keeps them a todo. Steps that can be ticked are subtasks, added under the todo.',
      'Tag it in the same line, and say when it is due: Send the offer friday at 9 #rome #urgent. Tab completes a tag.',
      'Search project, -waiting: that is your day.',
      'Select what is done with x, and detach urgent from all of them at once.',
    ],
  },
  {
    title: 'Groups: tags that belong together',
    video: null,
    steps: [
      'Open Tags, then Groups. Groups stand at the right, tags at the left.',
      'Tick tags, then tick the group that they belong to; or drag a tag onto it.',
      'Point at a tag anywhere: tags of the same group light up yellow, tags that share todos blue.',
      'Hide a group to keep its tags out of suggestions. Searching still finds them.',
    ],
  },
  {
    title: 'Half-remembered words',
    video: null,
    steps: [
      'Type the words that you remember, in any order, with mistakes.',
      'Where few cards have them as they stand, look below: “In any order” and “Close” show what else there is.',
      'Where many have them, sort by “Best match”: tags and titles come first.',
      'Press a close word to search for it, or go down to the cards with the arrow keys.',
    ],
  },
  {
    title: 'From an iPhone or iPad: a shortcut in the share sheet',
    video: null,
    steps: [
      'In the settings, under Connections, create a token that may only add cards, and copy it. The manual has a picture of all that follows.',
      'In the app Shortcuts make a new shortcut. In its details turn on “Show in Share Sheet”, for URLs and Safari web pages.',
      'Add the action “Get URLs from Input”, then “Get Contents of URL” with the address of your Cardinal and /api/bookmarks/ behind it.',
      'In that action choose the method POST, add the header Authorization with the value Token, a space and your token, and the JSON field url with the URLs of the step before.',
      'Name it Cardinal. Share a page from any app, press Cardinal, and the link is saved; you stay in the app where you were.',
    ],
  },
  {
    title: 'Without a connection',
    video: null,
    steps: [
      'Open Cardinal once while online. From then on it opens without a connection.',
      'Search, add, edit and tag as always. The sync state shows how many changes wait.',
      'They are sent in order when the network is back, each exactly once.',
      'Where the browser offers it, install the app from the top of home: it gets a window and an icon of its own.',
    ],
  },
]

export default function GuidesPage() {
  return (
    <ProsePage
      path="/guides"
      title="Video guides"
      lead={
        <p>
          Short guides. Where a film is published its link stands first; the steps are always here to read.
        </p>
      }
      sections={GUIDES.map((guide) => ({ title: guide.title, body: <GuideBody guide={guide} /> }))}
    />
  )
}

function GuideBody({ guide }: { guide: Guide }) {
  const { demoUrls } = useSiteOptions()
  const film = guide.video === null ? null : demoUrls[guide.video]
  return (
    <>
      {film !== null && (
        <p>
          <a href={film} target="_blank" rel="noopener noreferrer">
            Watch the film (opens in a new tab)
          </a>
        </p>
      )}
      <ol>
        {guide.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </>
  )
}
