import { chakra } from '@chakra-ui/react/styled-system'

const Mask = chakra('span', {
  base: {
    display: 'inline-block',
    boxSize: '1.125rem',
    flexShrink: 0,
    bg: 'currentColor',
    maskSize: 'contain',
    maskRepeat: 'no-repeat',
    maskPosition: 'center',
    '@media (forced-colors: active)': { bg: 'CanvasText' },
  },
})

/**
 * An icon that a definition names: any of lucide's. Each is a file of its own under /icons (scripts/icons.ts), fetched when shown, so
 * that a definition may name any of 1,700 icons and the page's script carries none. Icons that code names are imported from lucide-react.
 */
export function Icon({ name, size }: { readonly name: string; readonly size?: string }) {
  const image = `url("/icons/${encodeURIComponent(name)}.svg")`
  return <Mask aria-hidden style={{ maskImage: image, ...(size ? { width: size, height: size } : {}) }} />
}
