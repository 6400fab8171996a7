import { chakra } from '@chakra-ui/react/styled-system'

/** A grey bar of the size of what is coming. Hidden from screen readers: say "Carregando" once, on the region (`aria-busy`). */
const Bar = chakra('div', {
  base: { bg: 'bg.emphasized', borderRadius: 'sm', height: '0.75rem', animation: 'breathe 1.6s ease-in-out infinite' },
})

export function Skeleton(props: { readonly width?: string; readonly height?: string; readonly radius?: string }) {
  return <Bar aria-hidden style={{ width: props.width ?? '100%', height: props.height, borderRadius: props.radius }} />
}
