import { Eye, EyeOff } from 'lucide-react'
import { IconButton } from '../../controls/Button.tsx'
import { useInputServices } from '../inputServices.tsx'
import type { ValueOptions } from '../kind.ts'

interface Props {
  readonly field: ValueOptions
  readonly told: boolean
  tell(told: boolean): void
}

/** Lets people read what they type where nobody looks over their shoulder. A password is called one, as at the login. */
export default function SecretToggle({ field: { autocomplete }, told, tell }: Props) {
  const { say } = useInputServices()
  const shows = autocomplete?.endsWith('password') ? 'login.show-password' : 'secret-show'
  const hides = autocomplete?.endsWith('password') ? 'login.hide-password' : 'secret-hide'
  return (
    <IconButton
      size="sm"
      label={say(told ? hides : shows)}
      aria-pressed={told}
      onClick={() => tell(!told)}
      marginInlineEnd="-1.5"
    >
      {told ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
    </IconButton>
  )
}
