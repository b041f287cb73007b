import { isId } from '@cardinal/domain'
import { useRouter, useSearch } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useSyncState } from '../replica/index.ts'
import { CardForm } from '../shared/card-form/card-form.tsx'
import { useEditedCard } from '../shared/card-form/card-or-gone.tsx'
import { NotHereYet } from '../shared/changes/once-here.tsx'
import { useHomeHref } from '../shared/search/use-home-address.ts'
import { LinkButton, LoadingPlace } from '../ui/index.ts'
import styles from './card-form-page.module.css'
import { NotFound } from './not-found.tsx'
import { useTabTitle } from './page-title.ts'

const CARD_TYPES = { todo: 'todo', note: 'note', hyperlink: 'link' } as const

/** /create-form and /edit-form: a card's form in the whole window. */
export default function CardFormPage({ path }: { path: '/create-form' | '/edit-form' }) {
  const search = useSearch({ from: `/with-replica/signed-in${path}` })
  const formType = search.formType ?? (path === '/edit-form' ? 'edit' : 'create')
  if (search.entityId !== undefined) return <OfCard id={search.entityId} />
  if (formType === 'edit') return <NotFound />
  const type =
    search.primary_opt in CARD_TYPES ? CARD_TYPES[search.primary_opt as keyof typeof CARD_TYPES] : 'todo'
  return <Frame title="New card">{(goHome) => <CardForm card={null} type={type} onDone={goHome} />}</Frame>
}

/** Shows Not Found for an unknown card and for an invalid id. */
function OfCard({ id }: { id: string }) {
  const edited = useEditedCard(isId(id) ? id : null)
  const { hasCopy } = useSyncState()
  if (edited) {
    return <Frame title="Edit card">{(goHome) => <CardForm key={id} {...edited} onDone={goHome} />}</Frame>
  }
  if (edited === undefined) return <LoadingPlace text="Looking for the card" />
  if (isId(id) && !hasCopy) return <Frame title="Edit card">{() => <NotHereYet />}</Frame>
  return <NotFound />
}

function Frame({ title, children }: { title: string; children: (goHome: () => void) => React.ReactNode }) {
  const router = useRouter()
  const home = useHomeHref()
  useTabTitle(title)
  return (
    <main className={styles.page}>
      <header className={styles.head}>
        <LinkButton href={home} size="sm" tone="quiet" icon={ArrowLeft}>
          Home
        </LinkButton>
        <h1 className={styles.title}>{title}</h1>
      </header>
      <div className={styles.panel}>{children(() => router.history.push(home))}</div>
    </main>
  )
}
