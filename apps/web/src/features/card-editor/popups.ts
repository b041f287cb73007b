import { definePopup } from '../../overlays/index.ts'
import { type CardParams, cardParams, type NewCardParams, newCardParams } from './params.ts'

declare module '../../overlays/use-popups.ts' {
  interface PopupParamsByName {
    'home-addEntity': NewCardParams
    'quick-add': NewCardParams
    'home-editEntity': CardParams
    'entity-edit-text': CardParams
    'entity-edit-tags': CardParams
    'master-editor': CardParams
  }
}

/** The page takes no initial text and tags. */
function newCardPage({ type, text, tags }: NewCardParams): string | null {
  if (text !== undefined || tags !== undefined) return null
  if (type === undefined) return '/create-form'
  return `/create-form?primary_opt=${type === 'link' ? 'hyperlink' : type}`
}

/** Forms and editors of one card. */
export const cardEditorPopups = [
  definePopup({
    name: 'home-addEntity',
    slot: 'center',
    title: 'New card',
    size: 'md',
    params: newCardParams,
    page: newCardPage,
    load: () => import('./add-card.tsx'),
  }),
  definePopup({
    name: 'quick-add',
    slot: 'center',
    title: 'Quick add',
    size: 'md',
    params: newCardParams,
    page: newCardPage,
    load: () => import('./quick-add.tsx'),
  }),
  definePopup({
    name: 'home-editEntity',
    slot: 'center',
    title: 'Edit card',
    size: 'md',
    params: cardParams,
    page: ({ entityId }) => (entityId === undefined ? null : `/edit-form?entityId=${entityId}`),
    load: () => import('./edit-card.tsx'),
  }),
  definePopup({
    name: 'entity-edit-text',
    slot: 'center',
    title: 'Edit text',
    size: 'sm',
    params: cardParams,
    load: () => import('./edit-text.tsx'),
  }),
  definePopup({
    name: 'entity-edit-tags',
    slot: 'center',
    title: 'Edit tags',
    size: 'sm',
    params: cardParams,
    load: () => import('./edit-tags.tsx'),
  }),
  definePopup({
    name: 'master-editor',
    slot: 'center',
    title: 'Card',
    size: 'lg',
    params: cardParams,
    load: () => import('./master-editor.tsx'),
  }),
]
