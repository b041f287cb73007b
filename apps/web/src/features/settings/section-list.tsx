import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react'
import styles from './settings-frame.module.css'

interface Listed {
  readonly title: string
  readonly element: HTMLElement
}

/** Adds a section to the list. Returns the function that removes it. */
type Register = (section: Listed) => () => void

const RegisterContext = createContext<Register>(() => () => undefined)
const ListContext = createContext<readonly Listed[]>([])

/** Holds the mounted sections in the order of the page. */
export function SectionListProvider({ children }: { children: ReactNode }) {
  const [listed, setListed] = useState<readonly Listed[]>([])
  const register = useMemo<Register>(
    () => (section) => {
      setListed((all) => [...all, section].sort(inOrderOfPage))
      return () => setListed((all) => all.filter((each) => each !== section))
    },
    [],
  )
  return (
    <RegisterContext value={register}>
      <ListContext value={listed}>{children}</ListContext>
    </RegisterContext>
  )
}

function inOrderOfPage(one: Listed, other: Listed): number {
  const position = one.element.compareDocumentPosition(other.element)
  return position & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
}

/** Keeps a section in the list while it is mounted. */
export function useListed(title: string, place: RefObject<HTMLElement | null>): void {
  const register = useContext(RegisterContext)
  useEffect(() => {
    const element = place.current
    return element === null ? undefined : register({ title, element })
  }, [register, title, place])
}

/** Returns the address of a section within the page. */
export function anchorOf(title: string): string {
  return title.toLowerCase().replace(/[^a-z]+/g, '-')
}

/** Renders links to all sections. The current one is marked. */
export function SectionLinks() {
  const listed = useContext(ListContext)
  const current = useSectionInSight(listed)
  return (
    <ul className={styles.links}>
      {listed.map(({ title }) => (
        <li key={title}>
          <a
            href={`#${anchorOf(title)}`}
            className={styles.link}
            aria-current={title === current ? 'true' : undefined}
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** px from the window's upper edge within which a section counts as current. */
const CURRENT_WITHIN_PX = 96

/** Returns the title of the current section. */
function useSectionInSight(listed: readonly Listed[]): string | undefined {
  const [title, setTitle] = useState<string>()
  useEffect(() => {
    const look = () => setTitle(sectionInSight(listed)?.title)
    look()
    const signs = ['scroll', 'resize', 'hashchange'] as const
    for (const sign of signs) addEventListener(sign, look, { passive: true })
    return () => {
      for (const sign of signs) removeEventListener(sign, look)
    }
  }, [listed])
  return title
}

/**
 * The last section that begins near the window's upper edge or above. The last sections can't reach it: at the end of the
 * page, a visible section named in the address is current.
 */
function sectionInSight(listed: readonly Listed[]): Listed | undefined {
  const { scrollHeight } = document.documentElement
  if (scrollY > 0 && scrollY + innerHeight >= scrollHeight - 1) {
    const asked = listed.find(({ title }) => `#${anchorOf(title)}` === location.hash)
    const top = asked?.element.getBoundingClientRect().top ?? -1
    if (top >= 0 && top < innerHeight) return asked
  }
  return (
    listed.findLast(({ element }) => element.getBoundingClientRect().top <= CURRENT_WITHIN_PX) ?? listed[0]
  )
}
