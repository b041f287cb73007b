import type { Id } from '@cardinal/domain'
import { type ComponentType, createContext, type ReactNode, use } from 'react'

export interface HomeNoteProps {
  readonly cardId: Id
}

/** The modes of the home page besides cards and tags. Each is another feature. */
export interface HomeModes {
  readonly workspace: ComponentType
  readonly chart: ComponentType
  /** A note as a document. */
  readonly note: ComponentType<HomeNoteProps>
}

const ModesContext = createContext<HomeModes | null>(null)

/** Provides the modes, so that the home page imports no other feature. */
export function HomeModesProvider({ modes, children }: { modes: HomeModes; children: ReactNode }) {
  return <ModesContext value={modes}>{children}</ModesContext>
}

export function HomeMode({ name }: { name: 'workspace' | 'chart' }) {
  const Mode = useModes()[name]
  return <Mode />
}

export function HomeNote(props: HomeNoteProps) {
  const Note = useModes().note
  return <Note {...props} />
}

function useModes(): HomeModes {
  const modes = use(ModesContext)
  if (modes === null) throw new Error('A HomeModesProvider is missing above the home page.')
  return modes
}
