import { type ComponentType, createContext, type ReactNode, use } from 'react'

/** What the home page shows when it is set to something else than cards or tags; each is another feature. */
export interface HomeModes {
  readonly workspace: ComponentType
  readonly chart: ComponentType
}

const ModesContext = createContext<HomeModes | null>(null)

/** The app hands the modes down, so that the home page needs to know no other feature. */
export function HomeModesProvider({ modes, children }: { modes: HomeModes; children: ReactNode }) {
  return <ModesContext value={modes}>{children}</ModesContext>
}

export function HomeMode({ name }: { name: keyof HomeModes }) {
  const modes = use(ModesContext)
  if (modes === null) throw new Error('A HomeModesProvider is missing above the home page.')
  const Mode = modes[name]
  return <Mode />
}
