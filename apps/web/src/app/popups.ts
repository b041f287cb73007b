import { askedQuestion, askedText } from '../overlays/ask.ts'
import { type ParamsOf, popupRegistry } from '../overlays/index.ts'

/** Every popup that an address can open. */
export const popups = popupRegistry({
  'are-you-sure': {
    title: () => askedQuestion()?.asked.title ?? 'Question',
    isTitleHidden: true,
    size: 'sm',
    role: 'alertdialog',
    load: () => import('../overlays/are-you-sure.tsx'),
  },
  'text-asker': {
    title: () => askedText()?.asked.title ?? 'Question',
    isTitleHidden: true,
    size: 'sm',
    load: () => import('../overlays/text-asker.tsx'),
  },
  'hamburger-menu': {
    title: 'Menu',
    isDrawer: true,
    load: () => import('../features/menu/hamburger-menu.tsx'),
  },

  // Forms and editors of one card.
  'home-addEntity': {
    title: 'New card',
    size: 'md',
    page: newCardPage,
    load: () => import('../features/card-editor/add-card.tsx'),
  },
  'quick-add': {
    title: 'Quick add',
    size: 'md',
    page: newCardPage,
    load: () => import('../features/card-editor/quick-add.tsx'),
  },
  'home-editEntity': {
    title: 'Edit card',
    size: 'md',
    page: ({ entityId }) => (entityId === undefined ? null : `/edit-form?entityId=${entityId}`),
    load: () => import('../features/card-editor/edit-card.tsx'),
  },
  'entity-edit-text': {
    title: 'Edit text',
    size: 'sm',
    load: () => import('../features/card-editor/edit-text.tsx'),
  },
  'entity-edit-tags': {
    title: 'Edit tags',
    size: 'sm',
    load: () => import('../features/card-editor/edit-tags.tsx'),
  },
  'master-editor': {
    title: 'Card',
    size: 'lg',
    load: () => import('../features/card-editor/master-editor.tsx'),
  },
  'page-copy': {
    title: 'Copy of the page',
    size: 'full',
    load: () => import('../features/copies/page-copy.tsx'),
  },
  'file-viewer': {
    title: 'Files of the card',
    size: 'full',
    load: () => import('../features/files/file-viewer.tsx'),
  },

  // Sorting, showing, filtering, acting on and sharing the result of home.
  'home-sorter': { title: 'Sort', size: 'sm', load: () => import('../features/home/result/sorter.tsx') },
  'home-viewer': {
    title: 'Layout and fields',
    size: 'sm',
    load: () => import('../features/home/result/viewer.tsx'),
  },
  'home-filter': { title: 'Filter', size: 'md', load: () => import('../features/home/result/filter.tsx') },
  'home-action': {
    title: 'Edit cards',
    size: 'md',
    load: () => import('../features/home/result/action.tsx'),
  },
  'search-language': {
    title: 'Search language',
    size: 'md',
    load: () => import('../features/home/bar/search-language.tsx'),
  },
  'home-tags': { title: 'Tags', size: 'md', load: () => import('../features/home/panel/tags-sheet.tsx') },
  'share-search': {
    title: 'Share this search',
    size: 'sm',
    load: () => import('../features/home/result/share-dialog.tsx'),
  },
  'above-tag-results': {
    title: 'These tags',
    size: 'md',
    load: () => import('../features/home/result/tag-results.tsx'),
  },
  'above-link-results': {
    title: 'Export links',
    size: 'md',
    load: () => import('../features/home/result/link-results.tsx'),
  },

  // Tags and groups.
  tagger: {
    title: 'Tags',
    size: 'full',
    // The page reads the popup's cards from the address.
    page: ({ entityIds }) =>
      entityIds === undefined ? '/tagger' : `/tagger?tagger.entityIds=${entityIds.join()}`,
    load: () => import('../features/tags/untagged.tsx'),
  },
  grouper: { title: 'Tags', size: 'full', load: () => import('../features/tags/grouper.tsx') },
  'tag-desk': { title: 'Tags', size: 'full', load: () => import('../features/tags/tag-desk.tsx') },
  'tag-rules': { title: 'Tags', size: 'full', load: () => import('../features/tags/rules.tsx') },
  'tag-relations': {
    title: 'Synonyms and parents',
    size: 'md',
    load: () => import('../features/tags/tag-relations.tsx'),
  },
  'group-relations': {
    title: 'Parents of a group',
    size: 'md',
    load: () => import('../features/tags/group-relations.tsx'),
  },
  'next-to--unmatched-tagging-experience': {
    title: 'New tags',
    size: 'sm',
    load: () => import('../features/tags/unmatched.tsx'),
  },

  // Restoring and undoing.
  'deleted-cards': {
    title: 'Recently deleted',
    size: 'md',
    load: () => import('../features/history/deleted-cards.tsx'),
  },
  'done-todos': { title: 'Done', size: 'md', load: () => import('../features/history/done-todos.tsx') },
  'recent-acts': {
    title: 'Recent changes',
    size: 'md',
    load: () => import('../features/history/recent-acts.tsx'),
  },

  // Files.
  'import-file': { title: 'Import', size: 'md', load: () => import('../features/import/import-dialog.tsx') },
  'export-workspace': {
    title: 'Export',
    size: 'sm',
    load: () => import('../features/import/export-dialog.tsx'),
  },

  // Sheets at the top that search one type, without changing the search below them.
  'playground-link': {
    title: 'Peek at links',
    size: 'lg',
    load: () => import('../features/playground/playground-link.tsx'),
  },
  'playground-note': {
    title: 'Peek at notes',
    size: 'lg',
    load: () => import('../features/playground/playground-note.tsx'),
  },
  'playground-todo': {
    title: 'Peek at todos',
    size: 'lg',
    load: () => import('../features/playground/playground-todo.tsx'),
  },
  'playground-tag': {
    title: 'Peek at tags',
    size: 'lg',
    load: () => import('../features/playground/tag-playground.tsx'),
  },
})

/** Null: the page can't take a given text, address or tags. */
function newCardPage({ type, text, address, tags }: ParamsOf<'quick-add'>): string | null {
  if (text !== undefined || address !== undefined || tags !== undefined) return null
  if (type === undefined) return '/create-form'
  return `/create-form?primary_opt=${type === 'link' ? 'hyperlink' : type}`
}
