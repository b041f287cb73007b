import prose from '../prose.module.css'

/** The first part behind "See more". */
export function HowItWorks() {
  return (
    <section className={prose.section}>
      <h2>How it works</h2>
      <ul>
        <li>
          <strong>Cards.</strong> A card is a todo, a note or a link. Below its text it can hold steps, which
          are ticked, edited and reordered on their own.
        </li>
        <li>
          <strong>Tags.</strong> Words on cards. A tag is lower case, begins with a letter or digit, and can
          hold spaces and underscores. Point at one to see which tags share a group (yellow) or todos (blue)
          with it.
        </li>
        <li>
          <strong>Groups.</strong> Sets of tags that belong together. They order the tags, light up together,
          and can be hidden from suggestions. Hidden tags are still found.
        </li>
        <li>
          <strong>Workspaces.</strong> Everything stands in one workspace. Switch in the menu; nothing leaks
          between them.
        </li>
        <li>
          <strong>Suggestions.</strong> Counted from your own use: which tags stand together, which you
          searched, how often and how lately, and what you saved as a search. Each suggestion says why it is
          there.
        </li>
        <li>
          <strong>Offline.</strong> After the first visit everything works without a network, and is sent
          later, in order.
        </li>
      </ul>
    </section>
  )
}

/** The second part behind "See more". */
export function HowTheSearchbarWorks() {
  return (
    <section className={prose.section}>
      <h2>How the searchbar works</h2>
      <p>
        One bar both finds and adds. It says which of the two Enter will do: by its icon, its label and its
        hint.
      </p>
      <h3>What you type</h3>
      <dl>
        <dt>
          <code>recipe</code>
        </dt>
        <dd>cards tagged recipe, and cards whose text has the word</dd>
        <dt>
          <code>recipe, quick</code>
        </dt>
        <dd>cards that carry both, and cards whose text has “recipe quick”</dd>
        <dt>
          <code>recipe, -meat</code>
        </dt>
        <dd>cards tagged recipe that are not tagged meat</dd>
        <dt>
          <code>rec</code>
        </dt>
        <dd>no tag has that name, so tags that begin with it count, and texts that hold it</dd>
      </dl>
      <h3>When it adds</h3>
      <p>
        When no word of the text is a tag or the beginning of one, a word with a minus included, the text
        equals no card and names no workspace, and it is 2 to 500 characters long. A text with a line break
        always adds, on Link only if it has an address. The bar says so half a second after typing. Enter
        before that does what the bar then says, once, unless you have typed on.
      </p>
      <p>
        A text of several lines becomes one card with all of its lines: a note, unless you press “Add as
        todo”, or a link, where one is chosen and an address is in it. On Link a text with several addresses
        becomes a link for each of them, after a question.
      </p>
      <h3>Keys</h3>
      <dl>
        <dt>
          <kbd>/</kbd>
        </dt>
        <dd>to the searchbar, from anywhere</dd>
        <dt>
          <kbd>Ctrl</kbd> <kbd>Enter</kbd>
        </dt>
        <dd>add, whatever the bar would do (on a Mac with ⌘)</dd>
        <dt>
          <kbd>Shift</kbd> <kbd>Enter</kbd>
        </dt>
        <dd>a new line of the same card</dd>
        <dt>
          <kbd>j</kbd> <kbd>k</kbd>
        </dt>
        <dd>down and up the cards</dd>
        <dt>
          <kbd>x</kbd> <kbd>e</kbd> <kbd>t</kbd>
        </dt>
        <dd>select, edit and tag the card you are on</dd>
        <dt>
          <kbd>?</kbd>
        </dt>
        <dd>all other keys</dd>
      </dl>
      <h3>Words in the text</h3>
      <p>
        “Also contains”, behind Filter, narrows what was found by words in the text, not by tags. They stand
        in the bar as a token, text:, and are changed there.
      </p>
      <h3>Saved searches</h3>
      <p>
        The star keeps the words with the dates, colours and words in the text; the order of cards is not part
        of it. Up to ten are kept: one more replaces the oldest. They count when tags are suggested.
      </p>
    </section>
  )
}
