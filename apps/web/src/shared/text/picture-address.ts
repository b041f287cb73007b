/** Where the server keeps a picture of a page, by its name. */
export function pictureAddress(name: string): string {
  return `${import.meta.env.BASE_URL}api/pictures/${name}.webp`
}
