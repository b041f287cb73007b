import { TagGesturesProvider } from '../../../shared/tags/gestures.tsx'
import { homeSearch } from '../home-screen.ts'
import { TagsPanel } from './tags-panel.tsx'

/** The panel of tags as a dialog, where the window has no room for it. Back closes it. */
export default function TagsSheet() {
  return (
    <TagGesturesProvider search={homeSearch}>
      <TagsPanel />
    </TagGesturesProvider>
  )
}
