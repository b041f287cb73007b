/** Returns the address of a page's picture, by its name. */
export function pictureAddress(name: string): string {
  return `${import.meta.env.BASE_URL}api/pictures/${name}.webp`
}
