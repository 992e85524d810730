import styles from './top-bar.module.css'

/** One Idea that delegates to two. */
export function Logo() {
  return (
    <svg className={styles.logo} viewBox="0 0 20 20" aria-hidden>
      <g fill="none" stroke="currentColor" strokeWidth="1.8">
        <circle cx="4.5" cy="10" r="2.6" />
        <circle cx="15.5" cy="4.5" r="2.6" />
        <circle cx="15.5" cy="15.5" r="2.6" />
        <path d="M7 9 13 5.6M7 11l6 3.4M15.5 7.2v5.6" />
      </g>
    </svg>
  )
}
