import { ProsePage } from './prose-page.tsx'

export default function AboutPage() {
  return (
    <ProsePage
      path="/about"
      title="About Cardinal"
      lead={<p>It began with a recipe that was saved three times, because it could not be found twice.</p>}
      sections={[
        {
          title: 'The problem',
          body: (
            <>
              <p>
                Saving is easy. Every browser, every phone, every notes app does it. Finding is where they
                leave you: with folders in which you must guess your own former guess, or with tags that you
                must remember word for word.
              </p>
              <p>People don’t forget what they saved. They forget which tags they used.</p>
            </>
          ),
        },
        {
          title: 'The idea',
          body: (
            <p>
              Of the five tags on a thing you nearly always remember one. Cardinal takes that one and shows
              you the other tags of the same cards, sorted by how often you used them. You recognise the next
              one at a glance. Two clicks later you have the card.
            </p>
          ),
        },
        {
          title: 'What we hold to',
          body: (
            <ul>
              <li>Speed is a feature. Results are there at every key, on a train as well as at a desk.</li>
              <li>
                No guessing machine. Suggestions come from your own use, and each says why it is offered.
              </li>
              <li>
                Your data is yours: complete downloads in open formats, and a delete button that deletes.
              </li>
              <li>
                Calm. Nothing blinks, nothing begs. Only the demonstration that introduces Cardinal plays by
                itself: once, and not where your system asks for less motion.
              </li>
            </ul>
          ),
        },
        {
          title: 'The name',
          body: (
            <p>
              A cardinal is a red bird that is easy to spot in any tree. It is also the word for what matters
              most, and for the numbers that count things. All three fit.
            </p>
          ),
        },
      ]}
    />
  )
}
