/** A button that runs a search in the sample, with a note on its results. */
interface ManualExample {
  readonly search: string
  readonly finds: string
}

/** A chapter. Its texts may contain `code`, [[keys]] and [links](/path). */
export interface Chapter {
  readonly id: string
  readonly title: string
  readonly paragraphs: readonly string[]
  /** Further words by which the chapter is found. */
  readonly alsoCalled?: string
  readonly examples?: readonly ManualExample[]
  /** Alternative text of the picture. The picture's file has the name of the chapter. */
  readonly picture?: string
}

/** The chapters of the manual, in the order in which people need them. */
export const CHAPTERS: readonly Chapter[] = [
  {
    id: 'find',
    title: 'Find',
    paragraphs: [
      'Type a tag that you remember. With every key you see the cards that have it, newest first, and their number above the list.',
      'The first letters are enough: a word that is no tag finds tags that begin with it, and texts that hold it. Upper case and accents make no difference.',
      'The bar finds and adds. Its icon and its label say which of the two [[Enter]] will do. It searches for a text that names a tag or a workspace, or that equals a card. Any other text becomes a card. In All, it also searches for a text that finds cards, and for two or three words with a tag among them. [[Ctrl+Enter]] always adds.',
    ],
    examples: [
      { search: 'recipe', finds: 'cards tagged recipe' },
      { search: 'rec', finds: 'tags that begin with rec, and texts that hold it' },
    ],
    picture: 'The searchbar with the word recipe, and the cards that it found',
  },
  {
    id: 'narrow',
    title: 'Narrow',
    paragraphs: [
      'Under the bar are the tags of the cards that were found, each with the number of cards that it would leave. Click one, or press [[↓]] and [[Enter]] for the first. Two or three clicks lead from hundreds of cards to one.',
      'Suggestions come from your own cards and searches. Point at one to see why it is offered.',
      'Filter has days, colours and other conditions. What you choose there is written into the bar, such as “color:green”, so that you can type it the next time; what you type is chosen there. “Also contains” looks in texts only.',
    ],
    examples: [
      { search: 'recipe, quick', finds: 'cards that have both tags' },
      { search: 'recipe, quick, vegetarian', finds: 'and the third one too' },
    ],
    picture: 'Suggested tags under the searchbar, each with its count',
  },
  {
    id: 'exclude',
    title: 'Exclude',
    paragraphs: [
      'A minus before a word leaves out the cards that have that tag. On a tag, press its minus, or click it while holding [[Alt]].',
      'A word with a minus that names no tag leaves nothing out: it cannot hide cards by accident.',
    ],
    examples: [
      { search: 'recipe, -vegetarian', finds: 'recipes that are not tagged vegetarian' },
      { search: '-exam', finds: 'everything but exam' },
    ],
    picture: 'A search with an excluded tag, drawn with a line through it',
  },
  {
    id: 'search-language',
    title: 'The search language',
    paragraphs: [
      'Commas separate words. A card must have all of them, or hold them as one phrase in its text.',
      'A word that is a tag asks for that tag. A word that is none asks for tags that begin with it and for texts that hold it.',
      'A bar between words means either of them. Parentheses keep words together, and a minus before them leaves out all that they find. Quotes look for exact words in the texts. A star stands for any letters of a tag.',
      'Fields search for things other than words: `site:` for an address, `color:` for a colour, `is:` for a state, `tags:` for the number of tags, and `created:`, `updated:`, `due:` and `done:` for days.',
      'Where a search finds fewer than five cards, two lists below it show what else there is: cards with all the words in any order, and cards with words that are close to yours. A letter that is missing, doubled, wrong or in the wrong place is forgiven from four letters on, two from eight. A press on a close word searches for it.',
      'The empty bar shows searches to begin with when it is pressed, or by [[/]] or [[↓]]: due today, added this week, without a tag, a saved search, the newest group, a site, a colour and a year. They are made from your cards, say how many they find, and write their search into the bar.',
      'A search that finds more than ten cards offers up to four conditions beside the suggested tags: a year, a site, a kind, a colour or subtasks, and in a year its quarters. A press writes the condition into the bar. “Around then…” in the menu of a card finds what was added on the same day, comes from the same site or has the same rare tag.',
      'A word that found nothing can be kept. When you then reach a card in another way, the next one that you open, edit or complete in the same sitting (until you rest for five minutes), the word is offered at the foot of the list: as a synonym of the tag that led to the card, or as a tag of the card. It is kept only if you press, with an undo. What failed is remembered on this device alone, until you sign out.',
      'No text is an error. What the bar does not understand, it searches for as text, and it shows you that. [[Ctrl+Enter]] adds any text as a card.',
      'The address of the page holds the search. A bookmark of it, or a link sent to your other device, opens it again.',
    ],
    examples: [
      { search: 'medical, exam', finds: 'both tags, or the phrase “medical exam”' },
      { search: 'beta blocker', finds: 'no tag has this name: texts that hold it' },
      { search: 'project, urgent, -client', finds: 'two tags, without a third' },
      { search: 'recipe, soup | baking', finds: 'recipes that are for soup or for baking' },
      {
        search: 'medical, -(exam | drug)',
        finds: 'medical cards, without those for the exam or about drugs',
      },
      { search: '"500 g flour"', finds: 'texts with exactly these words' },
      { search: '*ology', finds: 'every tag that ends with ology' },
      { search: 'group:ward, -exam', finds: 'cards with a tag of the group ward, without exam' },
      { search: 'web, site:mozilla.org', finds: 'cards about the web with an address of one site' },
      {
        search: 'exam, workspace:all',
        finds: 'what exam finds here, and separately what it finds in other workspaces',
      },
      { search: 'project, is:open, has:subtasks', finds: 'todos that are not done and have subtasks' },
    ],
    picture: 'A search with alternatives and a minus before parentheses, as parts in the bar',
  },
  {
    id: 'groups',
    title: 'Groups',
    paragraphs: [
      'A group is a set of tags that belong together, such as kitchen or ward. Point at a tag: tags of the same groups turn yellow, tags that share todos with it turn blue.',
      'Make groups under Groups, at the top of Tags. Tick tags, then tick the group.',
      'A hidden group keeps its tags out of lists and suggestions. Typing the whole name still finds them.',
    ],
    picture: 'Groups at one side, tags at the other',
  },
  {
    id: 'one-word-for-one-thing',
    title: 'Synonyms and parents',
    paragraphs: [
      'A tag can have synonyms, in any spelling: `c++` for cplusplus, `JS` for javascript. Typing, searching or importing any of them means the tag. Choose “Synonyms and parents…” in the menu of a tag. “Display name…” there says by which of them the tag is shown; an import shows new tags as the file spells them.',
      'A tag can have parents. When sourdough has the parent baking, a search for baking finds sourdough cards too. The card that has the focus shows baking as a paler tag. No card is changed, and removing the parent undoes it. `tag:baking!` means baking alone.',
      'A group can be part of a tag. When every tag of the group Bakery means cooking, a search for cooking finds their cards. That includes tags that are added to the group later. Choose “Parents…” in the menu of a group, or add the group under “Children” in “Synonyms and parents…” of the tag.',
      'Rename a tag to the name of another one, and you are asked whether to merge them. Cards with either tag get the one that stays. Undo brings both back.',
      'A change of ten or more cards or tags is shown first: ten cards before and after, the saved searches that would find more or fewer, and how many steps it takes to find these cards. It happens when you agree, and one press undoes it.',
      'Choose “Move” on selected cards, or “Move to workspace…” under “Act on results…”. Cards move with their tags, also without a network.',
    ],
    picture: 'A tag with its synonyms and its parents',
  },
  {
    id: 'tag-desk',
    title: 'Tags in one place',
    alsoCalled: 'tag desk clean up untagged unused duplicate tags merge many rename pattern',
    paragraphs: [
      'Tags, at the left and in the menu, has five tabs. All lists every tag, Groups puts them into groups, Desk shows the state of your tags, Untagged puts tags on cards, and Rules has searches that tag what comes.',
      'Desk says which tags are used once, never searched or on too many cards, and which may mean the same or have a parent. Tick tags, with Shift a range of them. Then merge them, give them a parent, a group or a colour, rename or delete them, all at once. Rename takes a pattern: `js *` to `javascript *` renames every ticked tag that begins with js, and shows the names first.',
      'Cards without a tag come one after another. [[1]] to [[9]] put a suggested tag on, [[t]] writes another, [[Enter]] goes on and [[Backspace]] goes back. [[Ctrl+z]] undoes.',
    ],
  },
  {
    id: 'rules',
    title: 'Rules',
    alsoCalled: 'automatic tags filter action trigger standing search smart',
    paragraphs: [
      'A rule is a search that acts: “When a link of example.org is added, tag it “example””. It adds and takes off tags, sets a colour or a kind, or keeps a copy of the page. Make one under Rules in Tags, or with “Make a rule of this search…” in the menu View.',
      'Before it is kept, the form says how many cards match now and how many would change. One press changes those, too, and one more undoes it. From then on the rule acts when a card begins to match: added, imported, fetched or edited, on every device and by other programs. What you take back stays so.',
      '“Hide from All” leaves cards out of the list of All, such as those tagged “archive”. A search for the tag finds them, and so do Todos, Notes and Links. All says how many are hidden; press that to see them.',
      'The rules act in the order of the list, so that of two colours the later stays. Each shows the last ten cards it acted on, with an undo; an open card shows what rules did to it. A paused rule does nothing. There are at most 100 rules in an account.',
      'A rule asks what one card tells: tags, texts in quotes, sites, groups, colours, kinds and what a card has. It can’t ask for days, which mean something else tomorrow.',
    ],
    examples: [{ search: 'site:youtube.com, -tag:music', finds: 'a search for a rule that tags videos' }],
  },
  {
    id: 'saved-searches',
    title: 'Saved searches',
    paragraphs: [
      'The star in the bar, “Save search”, saves the search with its dates, colours and words in the text, but without the order of cards. It is then at the left and in the menu, and one press runs it.',
      'Up to ten are kept: one more replaces the oldest. Words of a saved search count more when tags are suggested.',
    ],
    examples: [{ search: 'medical, mnemonic, -drug', finds: 'a search worth saving before an exam' }],
    picture: 'Saved searches in the rail',
  },
  {
    id: 'sharing',
    title: 'Sharing a search',
    alsoCalled: 'share public page publish rss feed json atom link others',
    paragraphs: [
      '“Share this search…”, in the menu View above the cards, gives the present search a secret address. Everybody who has the address can read the newest 100 cards there without an account, also cards that you add later. Feed readers follow it as RSS or JSON feed.',
      'Others see the titles and addresses of links, and the days on which you added them. Descriptions, tags, and notes and todos with their text are there only when you tick them. Subtasks, and tags of hidden groups, are never shown.',
      '[Settings](/settings#shared-searches) list every shared search: open it, copy its address, or take it back. What was taken back is gone at once.',
    ],
  },
  {
    id: 'todos',
    title: 'Todos',
    alsoCalled: 'task deadline date notification reminder repeat recurring checklist',
    paragraphs: [
      'Todos stand by day: Overdue, Today, Tomorrow, This week, Later, Someday. A press on a heading folds its todos away. The badge counts what is overdue or due today, and “Today” in the rail leads there. A todo with a start date stands below the others, under “Start later”, until that day or until it is due; searches on All and other orders show it as ever. Set it in the panel of the due date, by “Start date…” behind [[d]], or in words: `starts monday`.',
      'The round box completes a todo. It leaves the list, and [[Ctrl+z]] brings it back. “Done” in the menu lists by day what was completed; a todo that repeats stands there each time. “Show completed todos” is behind Filter. With a finger, swipe a todo to the right to complete it, to the left for its due date.',
      'Write it as you say it: `Water the roses tomorrow 9am #garden`. Days (`friday`, `20.11.2026`, `end of month`), times (`at 9`, `in 2 hours`) and repetition (`every other friday`, `every month on the last day`, `every week until 1 dec`) become the due date, `starts monday` the start date, and words behind # become tags. Or press “Due date” on the todo; [[d]] opens the days for all selected ones.',
      'What was understood is drawn in the line. Backspace behind it, or a press, makes it plain text again. Nothing is understood in “quotes”, in `code` and behind a backslash.',
      'Subtasks are ticked on their own. The menu that sorts has all other orders, and remembers yours; “By hand” lets you drag todos.',
      '[Settings](/settings) have reminders in this browser, and the address of a calendar that other programs read.',
    ],
    picture: 'Todos with subtasks and their progress',
  },
  {
    id: 'pages-of-links',
    title: 'Pages of links',
    alsoCalled: 'copy archive read later reader highlight annotate preview dead broken',
    paragraphs: [
      'A link knows its page: title, description, icon and cover come from your own server. `is:dead` finds links whose page is gone.',
      'A link can keep a copy of its page: the readable text, which stays when the page is gone. Choose “Keep a copy” in the menu of a link. [Settings](/settings) keep copies of all links with certain tags, or of all links.',
      '“Read the copy” opens it. Select a passage and press “Highlight”, or [[h]]: it becomes a subtask of the card, and is marked whenever you open the copy.',
      '`copy:word` finds links by the words of their copies, and `has:copy` all links that have one. Other searches ignore the words of copies.',
      'With “Keep copies on this device” in the settings, copies are read and searched without a network, too.',
      'A copy is text. “Keep the page as I see it” in the [browser extension](#browser-extension) keeps a whole page, signed in and with its pictures. So does SingleFile, another free extension: choose “Upload to a REST Form API” under its destinations, with the address `https://your-server/api/v1/bookmarks/singlefile`, a token of the scope “Add” from the [settings](/settings), `file` as data field and `url` as URL field.',
      '“Kept page” on the card shows it as it was on that day. Nothing in it runs, asks the network or leads away. A card has up to 16 files and pages together, a page up to 30 MB; “Download” gives the file as it was sent.',
    ],
  },
  {
    id: 'files',
    title: 'Files',
    alsoCalled: 'picture photo image pdf attachment upload camera scan',
    paragraphs: [
      'Any card has room for 16 files: pictures, PDFs, whatever you have, up to 20 MB each. Press “Add files” in its form, drop them on the form, or paste a picture there. A phone takes a photo; other apps share theirs with the installed app. The place where a photo was taken is removed from a JPEG before it is sent.',
      'The card shows small pictures, and a press opens them. The arrows go to the next one, [[Delete]] removes one from the card, and [[Ctrl+z]] brings it back.',
      'Without a network a file waits on this device and is sent later; nothing else waits for it. Until it has been sent, only this device has it.',
      'What you looked at lately stays on this device, up to 200 MB. `has:file` finds all cards with files.',
      '`file:word` finds cards by the words in their PDFs and by the names of files. The server reads a PDF within a minute, up to a million letters; pictures of pages and PDFs with a password have no words to find. Other searches ignore the words of files.',
    ],
  },
  {
    id: 'notes',
    title: 'Notes',
    alsoCalled: 'write markdown autosave editor',
    paragraphs: [
      'A note opens beside the list and is saved while you write. Its foot says “Saved”; [[Ctrl+s]] says it too. [[Escape]] leaves. What you write on two devices at once is in the note of both.',
      '[[Ctrl+z]] takes back what you typed, never what another device wrote, and goes on when you open the note again. “Recent changes” undoes a whole sitting. Earlier versions are in the form with all fields.',
      '[[Tab]] and [[Shift+Tab]] move the items of a list. After [[Ctrl+m]], [[Tab]] leaves the text.',
      'What you paste from a page or a document becomes Markdown with its links. An address that is pasted over chosen words becomes their link.',
      'A picture that you paste or drop stands in the text. Put the cursor on it to write what it shows, for those who do not see it.',
      'Type `[[` and the title of a card to link to it. The foot of a note lists what links to it.',
      'Write `| What | Costs |` and press [[Enter]] for a table. [[Tab]] goes to the next cell, and [[Enter]] in an empty last row leaves the table. Headings, lists and code fold at the arrow beside them. A note of 40 lines lists its headings below.',
      'Printing prints the open note alone. Boxes like `- [ ] milk` are ticked in the list, too, after [[o]] has opened the card there.',
    ],
  },
  {
    id: 'keyboard',
    title: 'Keyboard',
    alsoCalled: 'shortcut hotkey',
    paragraphs: [
      '[[/]] goes to the bar. [[↓]] or [[j]] goes to the cards; [[k]] goes back up. [[Enter]] opens the link or the note, or shows the whole todo.',
      'On a card [[e]] edits, [[t]] tags and [[x]] selects it. With some cards selected, [[t]] tags all of them.',
      '[[Ctrl+k]] opens the list of commands, and [[?]] shows all keys. On a Mac it is [[⌘]] in place of [[Ctrl]].',
    ],
    picture: 'The list of all keys',
  },
  {
    id: 'import',
    title: 'Import and export',
    paragraphs: [
      'Import takes the bookmarks file of any browser, and the exports of Pocket, Raindrop, Pinboard, Notion, Todoist, Org files and some forty other programs, also inside zip archives. Folders become tags and groups, dates stay, pictures and files of Joplin, Obsidian, Notion and Google Keep come along, and what is there already is recognised. For a table in an unknown format you choose what its columns are, and see its first rows meanwhile.',
      'Before anything is written, you see what the file holds. Afterwards a receipt lists every line that could not be read, and one press undoes the import. Import lists the imports of the last 30 days, each with its undo.',
      'Export gives HTML, JSON, CSV or Markdown, also a Markdown file for each card, of a workspace or of one search. The JSON of a whole account comes back as it was, with copies of pages. “Download everything” in [settings](/settings) contains everything that is stored about you.',
    ],
    picture: 'The import of a bookmarks file, with what was found in it',
  },
  {
    id: 'devices',
    title: 'Devices and offline',
    alsoCalled: 'undo history recent changes revert sync',
    paragraphs: [
      'Sign in with any browser and your cards are there. A change on one device shows on the others within a second.',
      'After the first visit everything works without a network. What you do is sent later, in order. The sign at the top says how many changes wait.',
      'Two devices that edited the same card while apart are merged line by line. What a merge cannot show is kept as “Two versions”.',
      '“Recent changes” in the rail lists what you did on this device in the last 30 days. Any of it can be undone, not only the latest, and done again. What was changed since, here or on another device, stays as it is, and the receipt says so. The list is on this device alone, until you sign out.',
      'Offline use and installing need HTTPS. Over plain HTTP in a home network, Cardinal works while it reaches its server.',
    ],
    picture: 'The sign that says how many changes wait',
  },
  {
    id: 'browser-extension',
    title: 'Browser extension',
    paragraphs: [
      'Your server gives you an extension for Chromium and Firefox: [download and connect it](/extension). It asks for the address of your Cardinal, and opens a page there on which you press Allow.',
      '[[Alt+C]], then [[Enter]], saves the tab: its title, its address, the text that you have selected, and the tags that you type. Tags that you use for such pages are offered as buttons.',
      'A check mark on the icon means that the page is saved. Open the extension there to see its tags, to add more, or to remove the card.',
      'The menu of a page (a press of the right button) saves the page, a link on it, the address of a picture, or the page with the selected text. Where the page is saved already, the selected text becomes a subnote of its card.',
      '“Keep the page as I see it” puts the whole page on its card, in one file: its pictures, styles and fonts, drawings, what the fields show, and pages within it. Passwords and hidden fields are left out, and nothing in the file runs. It may have 30 MB. What could not be read is counted, such as pictures of a site that lets no other read them. Leave the popup open until it is done. The settings of the extension can keep pages by themselves: of all links that you save by it, or of those with some tags. The browser then asks once whether the extension may read all sites; pictures that no page may read are kept, too.',
      'In the address bar [[c]] and [[Space]] search your links. “All tabs” saves the tabs of the window that are not saved yet, and one press undoes that.',
      'Without a network, what you save waits on the device. The extension keeps addresses and tags of your links to know what is saved, so that the server never learns which pages you only visit.',
    ],
  },
  {
    id: 'iphone',
    title: 'From an iPhone or iPad',
    alsoCalled: 'ios shortcut share sheet apple safari home screen install',
    paragraphs: [
      'To install it, open Cardinal in Safari, press Share, then “Add to Home Screen”.',
      'Safari lets no web app take part in its share sheet, but a shortcut of Apple can. In [settings](/settings#personal-tokens) create a token whose access is “Add only”, and copy it. Then make a shortcut with the two actions of the picture.',
      '“Receive” stands there once “Show in Share Sheet” is switched on in the details of the shortcut. Choose URLs and Safari web pages.',
      'In “Get contents of” write the address of your own Cardinal with `/api/bookmarks/` behind it. The header `Authorization` is the word Token, a space, and your token. The field `url` is the Shortcut Input.',
      'Name it Cardinal. Share a page from any app and press Cardinal: the link is saved, with its title a moment later, and you stay where you were. The token can only add cards; remove it in the settings when the phone is lost.',
    ],
    picture:
      'The shortcut: it receives URLs, and sends them with the token to the address of Cardinal by POST',
  },
  {
    id: 'account',
    title: 'Your account',
    alsoCalled: 'two-factor 2fa authenticator sign out log out email',
    paragraphs: [
      'In [settings](/settings) you change your password, add a passkey or a code from an app as a second step, and see every device that is signed in.',
      'A forgotten password is reset by mail where the server can send mail; otherwise its operator gives you a code.',
      '“Download everything” gives you everything that is stored about you. “Delete account” deletes it at once, and nothing brings it back.',
    ],
    picture: 'The part of the settings about signing in',
  },
  {
    id: 'api',
    title: 'Programs',
    alsoCalled: 'webhook token script automation',
    paragraphs: [
      'Make a personal token in [settings](/settings): for reading, for adding alone, or for everything. It can expire.',
      'All calls are described at [/api/docs](/api/docs), and for machines at [/api/openapi.json](/api/openapi.json).',
      '`curl -H "Authorization: Bearer TOKEN" -H "Content-Type: application/json" -d \'{"newEntity":{"type":"note","content":"from a script"}}\' https://your.server/api/entity/create-one` adds a note.',
      'Webhooks, in [settings](/settings#webhooks), tell other programs when a card is added or tagged, or a todo is done. Messages are signed, and are sent again when they do not arrive.',
    ],
    picture: 'The description of all calls, with what each takes and answers',
  },
]

/** Whether a chapter contains all words of a search. */
export function holds(chapter: Chapter, search: string): boolean {
  const { title, paragraphs, alsoCalled = '', examples = [] } = chapter
  const text = [title, alsoCalled, ...paragraphs, ...examples.flatMap(({ search, finds }) => [search, finds])]
    .join(' ')
    .toLowerCase()
  return search
    .toLowerCase()
    .split(/[\s,]+/)
    .every((word) => text.includes(word))
}
