import { cardEditorPopups } from '../features/card-editor/popups.ts'
import { copyPopups } from '../features/copies/popups.ts'
import { deletedPopups } from '../features/deleted/popups.ts'
import { filterPopups } from '../features/filters/popups.ts'
import { grouperPopups } from '../features/grouper/popups.ts'
import { importPopups } from '../features/import/popups.ts'
import { menuPopups } from '../features/menu/popups.ts'
import { playgroundPopups } from '../features/playground/popups.ts'
import { recentActsPopups } from '../features/recent-acts/popups.ts'
import { resultActionPopups } from '../features/result-actions/popups.ts'
import { sharingPopups } from '../features/sharing/popups.ts'
import { tagDeskPopups } from '../features/tag-desk/popups.ts'
import { tagRelationsPopups } from '../features/tag-relations/popups.ts'
import { taggerPopups } from '../features/tagger/popups.ts'
import { unmatchedPopups } from '../features/unmatched/popups.ts'
import { askingPopups, popupRegistry } from '../overlays/index.ts'

/** Every popup of every feature. The address can only open popups of this list. */
export const popups = popupRegistry([
  ...askingPopups,
  ...importPopups,
  ...grouperPopups,
  ...taggerPopups,
  ...playgroundPopups,
  ...resultActionPopups,
  ...cardEditorPopups,
  ...filterPopups,
  ...menuPopups,
  ...unmatchedPopups,
  ...deletedPopups,
  ...recentActsPopups,
  ...tagRelationsPopups,
  ...tagDeskPopups,
  ...sharingPopups,
  ...copyPopups,
])
