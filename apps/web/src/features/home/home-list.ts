import type { Card } from '@cardinal/domain'
import { createStore } from 'zustand/vanilla'

/** The cards that the home list holds at the moment, in the order shown: what keys move through. */
export const homeList = createStore<{ readonly cards: readonly Card[] }>(() => ({ cards: [] }))
