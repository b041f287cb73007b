import type { SearchSchemaInput } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { type BaseSearch, baseSearch } from '../overlays/base-search.ts'

/** Links may omit any parameter. Screens receive all of them. */
type Given<Search> = Partial<Search> & SearchSchemaInput

/** Validates the address of /home and /tagger. */
export const validateBase = (search: Given<BaseSearch>): BaseSearch => baseSearch.parse(search)

const adding = { adding: z.catch(z.optional(z.boolean()), undefined) }

/** The search parameters of /pricing. */
const addingSearch = z.object(adding)
export const validateAdding = (search: Given<z.infer<typeof addingSearch>>) => addingSearch.parse(search)

/** /settings and /subscription, which show popups too: the menu, questions and prompts. */
const accountSearch = z.extend(
  z.pick(baseSearch, { popups_center: true, popups_top: true, popups_params: true }),
  // `paid`: the payment provider has just sent the person back.
  { ...adding, paid: z.catch(z.optional(z.boolean()), undefined) },
)
export const validateAccount = (search: Given<z.infer<typeof accountSearch>>) => accountSearch.parse(search)

/** /home's parameters, the card and the purpose of the form. */
const formSearch = z.extend(baseSearch, {
  entityId: z.catch(z.optional(z.string()), undefined),
  formType: z.catch(z.optional(z.enum(['create', 'edit'])), undefined),
})
export const validateForm = (search: Given<z.infer<typeof formSearch>>) => formSearch.parse(search)
