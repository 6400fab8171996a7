import { chakra } from '@chakra-ui/react/styled-system'

/** The product's mark; the same drawing as public/favicon.svg. */
export function Brand({ size = '1.75rem' }: { readonly size?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden style={{ width: size, height: size, flexShrink: 0 }}>
      <chakra.rect width="32" height="32" rx="8" fill="accent.solid" />
      <path
        d="M9 23V9h8.2c3 0 4.9 1.7 4.9 4.4 0 2-1.1 3.500-3 4.100L22.600 23"
        fill="none"
        stroke="#fff"
        strokeWidth="2.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="M9.500 17.600h8" stroke="#8fd6ca" strokeWidth="2.8" strokeLinecap="round" />
    </svg>
  )
}
