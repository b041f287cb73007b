import type { EditorTools } from '../src/features/card-editor/note/editor-setup.ts'

/** Functions for a note's editor that find nothing and do nothing. */
export const IDLE_TOOLS: EditorTools = {
  findCards: async () => [],
  openCard: () => {},
  onChange: () => {},
  attach: async () => [],
  pictureOf: async () => null,
}
