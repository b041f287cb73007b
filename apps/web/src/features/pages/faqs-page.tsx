import { useSiteOptions } from '../../shared/site/site-options.ts'
import { ProsePage } from './prose-page.tsx'

export default function FaqsPage() {
  return (
    <ProsePage
      path="/faqs"
      title="Frequently asked questions"
      lead={<p>Short answers. The long ones are in the user manual.</p>}
      sections={QUESTIONS.map(([title, body]) => ({ title, body }))}
    />
  )
}

const QUESTIONS = [
  [
    'What is a card?',
    <p key="a">
      A todo, a note or a link. It has a text, tags, steps that can be ticked, and a colour if you like.
    </p>,
  ],
  [
    'How is this different from other apps with tags?',
    <p key="a">
      You don’t have to remember your tags. Type one, and the tags that share its cards are shown, with
      counts. You pick what you recognise.
    </p>,
  ],
  [
    'How do I search for two tags at once?',
    <p key="a">
      Put a comma between them. <code>hello, world</code> finds the cards that carry both tags, and also those
      whose text has the phrase “hello world”.
    </p>,
  ],
  [
    'How do I leave something out?',
    <p key="a">
      Put a minus before the word: <code>recipe, -meat</code>. Or press the minus on a tag, or Alt-click it.
    </p>,
  ],
  [
    'Why did Enter search instead of adding my card?',
    <p key="a">
      The bar adds only when the text names no tag, equals no card and names no workspace. It says which of
      the two it will do before you press the key. <kbd>Ctrl</kbd> <kbd>Enter</kbd> (<kbd>⌘</kbd>{' '}
      <kbd>Enter</kbd> on a Mac) always adds.
    </p>,
  ],
  [
    'Do the suggestions come from AI?',
    <p key="a">
      No. They are counted: which tags stand together on your cards, which you searched, and when. Each one
      says why it is shown.
    </p>,
  ],
  [
    'What do the yellow and blue marks mean?',
    <p key="a">
      Point at a tag. Tags that share a group with it turn yellow, tags that share todos with it turn blue. A
      small sign goes with each colour. The marks go away after ten seconds.
    </p>,
  ],
  [
    'Does it work offline?',
    <p key="a">
      Yes, after one visit online: it opens, searches, adds, edits, tags and deletes. Changes are sent when
      the network is back, in order.
    </p>,
  ],
  [
    'Can I bring my bookmarks?',
    <p key="a">
      Yes, from every browser. The files of Pocket, Raindrop, linkding, Evernote, Notion, Todoist and some
      twenty other programs come in too, and so does any CSV. Folders become tags and groups, dates stay where
      the file has them, duplicates are recognised, and an import can be undone.
    </p>,
  ],
  [
    'And can I leave again?',
    <p key="a">
      With everything: JSON, HTML, CSV or Markdown, in one click. Then delete the account in settings, and the
      data goes with it.
    </p>,
  ],
  ['What is free?', <WhatIsFree key="a" />],
  [
    'Who can read my cards?',
    <p key="a">
      In the app, only you. Stored content is currently not encrypted, so those who run the server could;{' '}
      <a href="/tips">some things</a> are better kept elsewhere. The{' '}
      <a href="/privacy-policy">privacy policy</a> says it in full.
    </p>,
  ],
  [
    'Is there an interface for programs?',
    <p key="a">
      Yes. Make a personal token in settings, and read the description of the calls at{' '}
      <a href="/api/docs">/api/docs</a>.
    </p>,
  ],
] as const

function WhatIsFree() {
  const { kind, freeCardLimit } = useSiteOptions()
  const amount = freeCardLimit === 0 ? 'without a limit on cards' : `up to ${freeCardLimit} cards in total`
  if (kind === 'private') return <p>Everything, {amount}. This server doesn’t take payments.</p>
  return (
    <p>
      Everything, {amount}.{' '}
      {freeCardLimit > 0 && 'A paid plan lifts the limit; when it ends nothing is deleted. '}
      See <a href="/pricing">plans and pricing</a>.
    </p>
  )
}
