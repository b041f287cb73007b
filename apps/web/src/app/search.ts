import type { SearchSchemaInput } from '@tanstack/react-router'
import {
  BASE_SEARCH,
  type BaseSearch,
  flag,
  oneOf,
  plainText,
  type ReadBy,
  readBaseSearch,
  readBy,
} from '../overlays/base-search.ts'

/** A link may omit any parameter; a screen gets all of them. */
type Given<Search> = Partial<Search> & SearchSchemaInput

/** Search parameters of /home and /tagger. */
export const validateBase = (search: Given<BaseSearch>): BaseSearch => readBaseSearch(search)

/** The search parameters of /pricing. */
const ADDING = { adding: flag }
export const validateAdding = (search: Given<ReadBy<typeof ADDING>>) => readBy(ADDING, search)

const { popups_center, popups_top, popups_params } = BASE_SEARCH
/** Search parameters of /settings and /subscription, which also show popups: the menu, questions and prompts. */
const ACCOUNT = {
  ...{ popups_center, popups_top, popups_params },
  ...ADDING,
  // Set when the payment provider has redirected the person back.
  paid: flag,
}
export const validateAccount = (search: Given<ReadBy<typeof ACCOUNT>>) => readBy(ACCOUNT, search)

/** The parameters of /home, with the card and the purpose of the form. */
const FORM = { ...BASE_SEARCH, entityId: plainText, formType: oneOf(['create', 'edit']) }
export const validateForm = (search: Given<ReadBy<typeof FORM>>) => readBy(FORM, search)
