import { initialsOf } from './initialsOf.ts'

/** The initials of a name in the place of its picture, on a light or dark shade of a colour: they are read in any theme. */
export const Initials = ({ name, colour }: { readonly name: string; readonly colour?: string | undefined }) => (
  <span
    aria-hidden
    style={{
      display: 'grid',
      placeItems: 'center',
      width: '100%',
      height: '100%',
      fontSize: 'var(--initials, 11px)',
      fontWeight: 600,
      color: 'var(--r-colors-fg)',
      background: `color-mix(in srgb, ${colour || 'var(--r-colors-fg-subtle)'} 30%, var(--r-colors-bg-panel))`,
    }}
  >
    {initialsOf(name)}
  </span>
)
