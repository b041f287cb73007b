import styles from './logo.module.css'

function LogoMark() {
  // In rem, so that it scales with the text.
  return (
    <svg
      width="1.375rem"
      height="1.375rem"
      viewBox="0 0 32 32"
      aria-hidden="true"
      focusable="false"
      className={styles.mark}
    >
      <path
        fill="currentColor"
        fillRule="evenodd"
        d="M4 13.300 13.300 4H25.500A2.500 2.500 0 0 1 28 6.500v12.200L18.700 28H6.500A2.500 2.500 0 0 1 4 25.500zM21.300 8.400a2.300 2.300 0 1 0 0 4.600 2.300 2.300 0 0 0 0-4.600zM9.500 22.500h8L9.500 14.500z"
      />
    </svg>
  )
}

/** Mark and word. It must be in a link with the product's name. */
export function Logo() {
  return (
    <span className={styles.logo}>
      <LogoMark />
      <span className={styles.word}>Cardinal</span>
    </span>
  )
}
