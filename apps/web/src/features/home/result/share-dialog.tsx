import { type CardType, lengthProblem } from '@cardinal/domain'
import { Copy, ExternalLink, Share2 } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { PopupProps } from '../../../overlays/index.ts'
import { useReplica } from '../../../replica/index.ts'
import { CallFailed, session } from '../../../session/index.ts'
import { useHomeScreen } from '../../../shared/search/home-screen.tsx'
import { wholeSearchText } from '../../../shared/search/saved-searches.ts'
import { isCardType, useHomeAddress } from '../../../shared/search/use-home-address.ts'
import { wireSearch } from '../../../shared/search/wire-search.ts'
import { KIND_WORDS } from '../../../shared/searchbar/mode-words.ts'
import { copyText } from '../../../shared/text/copy-text.ts'
import { Button, Checkbox, DialogActions, ErrorText, LinkButton, TextField } from '../../../ui/index.ts'
import styles from './share-dialog.module.css'

const LONGEST_TITLE = 100

type Part = 'descriptions' | 'tags' | 'texts'

const PARTS: Readonly<Record<Part, { readonly name: string; readonly about: string }>> = {
  descriptions: { name: 'Descriptions', about: 'What you wrote below a link, or else what its page says.' },
  tags: { name: 'Tags', about: 'All but those of hidden groups.' },
  texts: { name: 'Notes and todos', about: 'With their text. Subtasks are never shown.' },
}

/** Shares a search as a page, RSS and JSON feed at a secret address. */
export default function ShareDialog({ close }: PopupProps) {
  const { subject } = useHomeAddress()
  const type = isCardType(subject) ? subject : null
  const [address, setAddress] = useState<string | null>(null)
  if (address !== null) return <Shared address={address} close={close} />
  return <Choose type={type} close={close} onShared={setAddress} />
}

interface ChooseProps {
  readonly type: CardType | null
  readonly close: () => void
  readonly onShared: (address: string) => void
}

/** The search to share, with a preview of what others will see. */
function Choose({ type, close, onShared }: ChooseProps) {
  const { search } = useHomeScreen()
  const text = useStore(search, wholeSearchText)
  const [title, setTitle] = useState(
    () => text.trim().slice(0, LONGEST_TITLE) || `All ${KIND_WORDS[type ?? 'all'].many}`,
  )
  const [shows, setShows] = useState<readonly Part[]>([])
  const { error, isWaiting, share } = useShare(type, onShared)
  const isOfLinks = type === null || type === 'link'
  const isMissing = !isOfLinks && !shows.includes('texts')
  const problem =
    title.trim() === ''
      ? 'Others see the title, so it needs one.'
      : lengthProblem('A title', title.trim(), LONGEST_TITLE)
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (problem === null && !isMissing) void share(title.trim(), shows)
      }}
    >
      <TextField
        label="Title"
        value={title}
        error={problem}
        onChange={(event) => setTitle(event.target.value)}
      />
      <fieldset className={styles.parts}>
        <legend>Others see the titles and addresses of links, and what you tick</legend>
        {(Object.keys(PARTS) as Part[]).map((part) => (
          <Checkbox
            key={part}
            isChecked={shows.includes(part)}
            onChange={(isChosen) =>
              setShows(isChosen ? [...shows, part] : shows.filter((other) => other !== part))
            }
          >
            <b>{PARTS[part].name}</b>
            <span className={styles.about}>{PARTS[part].about}</span>
          </Checkbox>
        ))}
      </fieldset>
      <p className={styles.text}>
        {isMissing
          ? `This search finds ${KIND_WORDS[type ?? 'all'].many}. Tick “${PARTS.texts.name}” to share them.`
          : 'The page shows the newest 100 cards, also later ones. Everybody who has the secret address can read it until you take it back in the settings.'}
      </p>
      <ErrorText error={error} />
      <DialogActions>
        <Button onClick={close}>Cancel</Button>
        <Button
          type="submit"
          tone="primary"
          icon={Share2}
          disabled={isWaiting || isMissing || problem !== null}
        >
          {isWaiting ? 'Making the address' : 'Make the address'}
        </Button>
      </DialogActions>
    </form>
  )
}

/** The new address, with buttons that copy and open it. */
function Shared({ address, close }: { readonly address: string; readonly close: () => void }) {
  return (
    <div className={styles.form} role="status">
      <p className={styles.text}>
        This is the secret address. In the settings you can see it again, or take it back.
      </p>
      <code className={styles.address}>{address}</code>
      <div className={styles.buttons}>
        <Button tone="primary" icon={Copy} autoFocus onClick={() => void copyText(address)}>
          Copy address
        </Button>
        <LinkButton icon={ExternalLink} href={address} target="_blank" rel="noreferrer">
          Open
        </LinkButton>
      </div>
      <p className={styles.text}>
        For feed readers: <a href={`${address}/feed.xml`}>RSS</a>,{' '}
        <a href={`${address}/feed.json`}>JSON feed</a>.
      </p>
      <DialogActions>
        <Button onClick={close}>Done</Button>
      </DialogActions>
    </div>
  )
}

function useShare(type: CardType | null, onShared: (address: string) => void) {
  const { search } = useHomeScreen()
  const { workspaceId } = useReplica()
  const [isWaiting, setIsWaiting] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const share = async (title: string, shows: readonly Part[]) => {
    setIsWaiting(true)
    setError(null)
    const body = { workspace_id: workspaceId, title, shows, query: wireSearch(type, search.getState()) }
    try {
      const { path } = await session.account.call('POST /user/create-shared-search', { body })
      onShared(new URL(path, location.origin).href)
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure
      setError(failure.message)
    } finally {
      setIsWaiting(false)
    }
  }
  return { error, isWaiting, share }
}
