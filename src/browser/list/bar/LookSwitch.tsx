import { IconButton } from '../../../controls/Button.tsx'
import { useLookEntries } from './lookEntries.tsx'

/** Buttons of the looks of a list, the one in use pressed. */
export function LookSwitch({ tools, state, change }: Parameters<typeof useLookEntries>[0]) {
  const entries = useLookEntries({ tools, state, change })
  if (entries.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is of a form
    <span role="group" className="look-switch" aria-label={tools.say('look.choose')}>
      {entries.map(({ id, title, icon, checked, act }) => (
        <IconButton key={id} label={title} aria-pressed={checked} onClick={act}>
          {icon}
        </IconButton>
      ))}
    </span>
  )
}
