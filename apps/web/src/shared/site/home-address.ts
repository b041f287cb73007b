/** Home as people first see it: cards of every kind. `/home` alone shows todos, as the specification has it. */
export const HOME_SEARCH = { primary_opt: 'all' } as const
export const HOME_ADDRESS = `/home?primary_opt=${HOME_SEARCH.primary_opt}`
