import { ProsePage } from './prose-page.tsx'

export default function TipsPage() {
  return (
    <ProsePage
      path="/tips"
      title="Precaution"
      lead={
        <p>
          Three things worth knowing before you keep something here: what to leave out, how to tag, how to
          keep a copy.
        </p>
      }
      sections={[
        {
          title: 'What not to store',
          body: (
            <>
              <p>
                Stored content is currently not encrypted on the servers. So keep these somewhere made for
                them:
              </p>
              <ul>
                <li>passwords, PINs, recovery codes and private keys: a password manager;</li>
                <li>card numbers and bank log-ins: your bank’s own app;</li>
                <li>scans of identity papers: an encrypted disk;</li>
                <li>
                  other people’s medical or legal details, when they could be recognised. Notes for study are
                  fine; names are not.
                </li>
              </ul>
            </>
          ),
        },
        {
          title: 'How to choose tags',
          body: (
            <>
              <ul>
                <li>
                  <strong>Begin with about seven</strong> that you will never forget, and put one or two of
                  them on every card.
                </li>
                <li>
                  <strong>Write the word you would search for,</strong> not the word that would be correct. If
                  you say “car”, don’t tag “vehicle”.
                </li>
                <li>
                  <strong>One word, one spelling.</strong> Take the singular and stay with it. If two tags
                  mean the same, merge them: rename one to the other, and you are offered to.
                </li>
                <li>
                  <strong>Three tags beat ten.</strong> What a thing is, what it belongs to, and what struck
                  you about it.
                </li>
                <li>
                  <strong>Tag the state too:</strong> <code>waiting</code>, <code>urgent</code>,{' '}
                  <code>someday</code>. Then <code>project, -waiting</code> is your list for today.
                </li>
                <li>Don’t tag a date or a type. The app knows both and can sort and filter by them.</li>
              </ul>
            </>
          ),
        },
        {
          title: 'How to back up',
          body: (
            <>
              <p>
                In <a href="/settings">settings</a>, download everything once a month, and before you delete
                much at once. JSON holds everything; HTML opens in any browser and can be imported as
                bookmarks; CSV opens in a spreadsheet; Markdown is good to read.
              </p>
              <p>
                A deleted card waits in “Recently deleted” for 30 days. A deleted workspace can’t, so it asks
                you to type its name.
              </p>
            </>
          ),
        },
        {
          title: 'On shared computers',
          body: (
            <p>
              Sign out when you leave. That removes the copy of your cards from the computer. If you forgot,
              end the session from another device, in settings under sessions.
            </p>
          ),
        },
      ]}
    />
  )
}
