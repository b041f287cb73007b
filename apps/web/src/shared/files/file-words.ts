import type { CardFile } from '@cardinal/domain'
import {
  File as AnyFile,
  FileArchive,
  FileText,
  Image,
  type LucideIcon,
  Music,
  PanelTop,
  Video,
} from 'lucide-react'
import { PICTURE } from '../../replica/files/pictures.ts'

/** Whether the viewer draws a file as a picture. SVG and others are downloads. */
export function isPicture({ type }: CardFile): boolean {
  return PICTURE.test(type)
}

export function isPdf({ type }: CardFile): boolean {
  return type === 'application/pdf'
}

export function iconOf({ type, keptAt }: CardFile): LucideIcon {
  if (keptAt !== undefined) return PanelTop
  if (type.startsWith('image/')) return Image
  if (type.startsWith('audio/')) return Music
  if (type.startsWith('video/')) return Video
  if (type === 'application/pdf' || type.startsWith('text/')) return FileText
  return /zip|tar|compressed/.test(type) ? FileArchive : AnyFile
}

/** Such as "1.4 MB". */
export function sizeWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  const [value, unit] = bytes < 1024 * 1024 ? [bytes / 1024, 'KB'] : [bytes / 1024 / 1024, 'MB']
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`
}

/**
 * The files of a paste without text. Spreadsheets and word processors add a picture to a pasted text, which is
 * ignored.
 */
export function pastedFiles(data: DataTransfer | null): readonly File[] {
  if (data === null || data.getData('text/plain') !== '') return []
  return [...data.files].map((file) => (file.name === 'image.png' ? named(file) : file))
}

/** Adds the time to `image.png`, the name that every browser gives to a pasted picture. */
function named(file: File): File {
  const now = new Date()
  const at = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString()
  const name = `Picture ${at.slice(0, 10)} ${at.slice(11, 19).replaceAll(':', '.')}.png`
  return new File([file], name, { type: file.type })
}
