import { chakra } from '@chakra-ui/react/styled-system'

const Ring = chakra('span', {
  base: {
    display: 'inline-block',
    boxSize: '1em',
    borderRadius: 'full',
    borderWidth: '2px',
    borderColor: 'currentColor',
    borderInlineEndColor: 'transparent',
    animation: 'spin 700ms linear infinite',
    flexShrink: 0,
  },
})

/** A turning ring the size of the text; `label` is read aloud when it stands alone. */
export function Spinner({ label, size }: { readonly label?: string; readonly size?: string }) {
  return (
    <Ring
      {...(label ? { role: 'status', 'aria-label': label } : { 'aria-hidden': true })}
      {...(size ? { fontSize: size } : {})}
    />
  )
}
