import type { Card, Id } from '@cardinal/domain'
import { useEffect, useLayoutEffect } from 'react'
import { type Popups, usePopups } from '../../../overlays/index.ts'
import { hasCharacterKeys } from '../../../shared/account/kept.ts'
import { useCardActions } from '../../../shared/cards/use-card-actions.ts'
import { useUndo } from '../../../shared/changes/use-act.ts'
import {
  type HomeKey,
  homeKeyOf,
  isCharacter,
  isLetter,
  type KeyPlace,
} from '../../../shared/keys/home-keys.ts'
import { orderShown } from '../../../shared/search/filters.ts'
import { useOpenNote } from '../../../shared/search/use-home-address.ts'
import { takeEarlyKeys } from '../../../ui/early-keys.ts'
import { toast } from '../../../ui/index.ts'
import { isComposing } from '../../../ui/typed-keys.ts'
import {
  homeFocus,
  homeSearch,
  homeSelection,
  openBarLines,
  openCommands,
  openKeyMap,
} from '../home-screen.ts'
import { focusSearchbar, homeList, writeInSearchbar } from '../list/home-list.ts'

/** Handles the keys of the home page, which act on the active card. */
export function useHomeKeys(): void {
  const actions = useCardActions()
  const popups = usePopups()
  const undo = useUndo()
  const openNote = useOpenNote()
  // A layout effect, because a key may be pressed as soon as the first cards are visible.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isComposing(event)) return
      const place = placeOf(event.target)
      if (isElsewhere() && !(isInNote(event.target) && homeKeyOf(event, place) === 'commands')) return
      const isOutside = place === 'list' || place === 'elsewhere'
      if (isOutside && typeAhead(event)) return event.preventDefault()
      const isText =
        (place === 'elsewhere' && isLetter(event)) || (isOutside && isCharacter(event) && !hasCharacterKeys())
      // The browser types the letter into the field that has the focus after this handler.
      if (isText) return writeInSearchbar()
      const key = homeKeyOf(event, place)
      if (key === null || !run(key, { actions, popups, openNote, undo })) return
      event.preventDefault()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [actions, popups, openNote, undo])
  useEffect(writeEarlyKeys, [])
  useEffect(() => {
    for (const kind of MOVING_ON) addEventListener(kind, dropFocus, { capture: true, passive: true })
    return () => {
      for (const kind of MOVING_ON) removeEventListener(kind, dropFocus, { capture: true })
    }
  }, [])
}

/** Queues a key for the field of a card that is about to be rendered. Returns false if there is no such card. */
function typeAhead(event: KeyboardEvent): boolean {
  const { awaited, typeAhead: keep } = homeFocus.getState()
  return homeList.getState().cards.some(({ id }) => id === awaited?.cardId) && keep(event)
}

/** Writes keys typed before home was rendered into the searchbar, unless a note that is opening takes them. */
function writeEarlyKeys(): void {
  if (new URLSearchParams(location.search).has('note')) return
  const text = takeEarlyKeys()
  if (!/^[\p{L}\p{N}]/u.test(text)) return
  writeInSearchbar()
  // Like typing: the field's handlers receive the event, and the browser's undo includes it.
  document.execCommand('insertText', false, text)
}

/** Events that cancel a pending move of the focus, because the person did something else. */
const MOVING_ON = ['keydown', 'focusin', 'pointerdown', 'wheel'] as const

function dropFocus({ type, target }: Event): void {
  const isInField = isWriting(target) && !isOfAwaitedCard(target)
  if (type === 'wheel' || type === 'pointerdown' || isInField) homeFocus.getState().dropFocus()
}

function isOfAwaitedCard(target: EventTarget | null): boolean {
  const { awaited } = homeFocus.getState()
  return target instanceof Element && target.closest(`[data-card="${awaited?.cardId}"]`) !== null
}

interface Tools {
  readonly actions: ReturnType<typeof useCardActions>
  readonly popups: Popups
  readonly openNote: (id: Id) => void
  readonly undo: () => void
}

/** Returns false if there is nothing to act on. */
function run(key: HomeKey, tools: Tools): boolean {
  const { popups, undo } = tools
  const focus = homeFocus.getState()
  switch (key) {
    case 'search':
      focusSearchbar()
      openBarLines()
      return true
    case 'add':
      popups.open('quick-add')
      return true
    case 'next':
    case 'previous':
      return move(key === 'next' ? 1 : -1)
    case 'first':
      return moveTo(homeList.getState().cards[0])
    case 'last':
      return moveTo(homeList.getState().cards.at(-1))
    case 'undo':
      undo()
      return true
    case 'keys':
      openKeyMap(true)
      return true
    case 'commands':
      openCommands(true)
      return true
    case 'leave':
      return leave()
    default:
      return onCard(key, activeCard(), tools)
  }

  function leave(): boolean {
    if (focus.taggingId !== null) focus.tag(null)
    else if (homeSelection.getState().cards.size > 0) homeSelection.getState().clear()
    else if (homeSearch.getState().text !== '') homeSearch.getState().clear()
    else return false
    return true
  }
}

/** Keys that act on the card with the focus. */
type CardKey = Exclude<
  HomeKey,
  'search' | 'add' | 'next' | 'previous' | 'first' | 'last' | 'undo' | 'keys' | 'commands' | 'leave'
>

function onCard(key: CardKey, card: Card | undefined, tools: Tools): boolean {
  const { actions, popups } = tools
  if (card === undefined) return false
  const focus = homeFocus.getState()
  const selected = homeSelection.getState().cards
  switch (key) {
    case 'select':
      homeSelection.getState().toggle('cards', card.id)
      return true
    case 'complete':
      actions.complete(selected.size > 0 ? chosenCards(selected) : [card])
      if (selected.size === 0 && leavesWhenDone(card)) moveOff()
      homeSelection.getState().clear('cards')
      return true
    case 'postpone':
      actions.postpone(selected.size > 0 ? chosenCards(selected) : [card], rowOf(card))
      return true
    case 'up':
    case 'down':
      moveManually(actions, card, key === 'up' ? -1 : 1)
      return true
    case 'edit':
      focus.edit(card.id)
      return true
    case 'tag':
      if (selected.size > 1) popups.open('tagger', { entityIds: [...selected] })
      else focus.tag(card.id)
      return true
    case 'open':
      if (card.type === 'link') actions.openAddress(card)
      else if (card.type === 'note') tools.openNote(card.id)
      else focus.toggleOpen(card.id)
      return true
    case 'toggle':
      focus.toggleOpen(card.id)
      return true
    case 'whole':
      popups.open('master-editor', { entityId: card.id })
      return true
    case 'delete':
      moveOff()
      void actions.remove(selected.size > 0 ? [...selected] : [card.id]).then((isDone) => {
        if (isDone) homeSelection.getState().clear('cards')
      })
      return true
  }
}

/** The row of the card, or the page if it is not rendered. */
function rowOf({ id }: Card): Element {
  return document.querySelector(`[data-card="${id}"]`) ?? document.body
}

function chosenCards(ids: ReadonlySet<Id>): readonly Card[] {
  return homeList.getState().cards.filter(({ id }) => ids.has(id))
}

/** Moves a card past its neighbour. If the list isn't ordered by hand, a message says how to choose that order. */
function moveManually(actions: Tools['actions'], card: Card, by: 1 | -1): void {
  if (orderShown(homeSearch.getState()).by !== 'by-hand') {
    toast(SORT_FIRST)
    return
  }
  const { cards } = homeList.getState()
  const at = cards.findIndex(({ id }) => id === card.id)
  if (at + by < 0 || at + by >= cards.length) return
  actions.place(card, by === 1 ? cards[at + 1] : cards[at - 2], by === 1 ? cards[at + 2] : cards[at - 1])
  homeFocus.getState().setCard(card.id, { takesFocus: true })
}

const SORT_FIRST = 'Cards are moved in the order “By hand”: choose it under Sort.'

function activeCard(): Card | undefined {
  const { cardId } = homeFocus.getState()
  return homeList.getState().cards.find((card) => card.id === cardId)
}

function move(by: 1 | -1): boolean {
  const { cards } = homeList.getState()
  const { cardId } = homeFocus.getState()
  const at = cards.findIndex((card) => card.id === cardId)
  return moveTo(cards[at === -1 ? 0 : Math.max(0, Math.min(cards.length - 1, at + by))])
}

/** Moves to the next card, or from the last card to the previous one, because the active card leaves the list. */
function moveOff(): void {
  const { cards } = homeList.getState()
  move(cards.at(-1)?.id === homeFocus.getState().cardId ? -1 : 1)
}

/** Whether completing a card removes it from the list: unless it recurs, or completed cards are shown. */
function leavesWhenDone({ doneAt, recurrence }: Card): boolean {
  return doneAt === null && recurrence === null && !homeSearch.getState().filters.showsDone
}

function moveTo(card: Card | undefined): boolean {
  if (card === undefined) return false
  homeFocus.getState().setCard(card.id, { takesFocus: true })
  return true
}

/** Where a key was pressed, which decides its meaning. */
function placeOf(target: EventTarget | null): KeyPlace {
  if (isWriting(target)) return isEmptySearchbar(target) ? 'empty-bar' : 'field'
  return target instanceof Element && target.closest('#results [role="list"]') ? 'list' : 'elsewhere'
}

function isEmptySearchbar(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLInputElement &&
    target.closest('[data-searchbar="home"]') !== null &&
    target.value === ''
  )
}

function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(target.type)
  return target.isContentEditable || target.matches('textarea, select')
}

/** Whether a dialog or a menu is open, which then handles the keys. */
function isElsewhere(): boolean {
  return (
    document.documentElement.hasAttribute('data-modal') ||
    document.querySelector('[popover="auto"]:popover-open') !== null
  )
}

/**
 * Whether the key was pressed in a note that fills a small window. It is a dialog from which commands can be
 * opened.
 */
function isInNote(target: EventTarget | null): boolean {
  const dialog = target instanceof Element ? target.closest('[aria-modal]') : null
  return (dialog?.querySelector('[data-note]') ?? null) !== null
}
