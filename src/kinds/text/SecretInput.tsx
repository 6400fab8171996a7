import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../controls/Button.tsx'
import { TextInput } from '../../controls/fields/TextInput.tsx'
import type { InputProps } from '../controlProps.ts'
import { useInputServices } from '../inputServices.tsx'
import { useTyping } from '../useTyping.ts'

/** A text that nobody shall read over a shoulder: it is shown on request. A password is called one, as at the login. */
export function SecretInput(props: InputProps) {
  const { id, field, invalid, readOnly, autoFocus, describedBy, compact } = props
  const typing = useTyping(props)
  const { say } = useInputServices()
  const [told, setTold] = useState(false)
  const [shows, hides] = field.autocomplete?.endsWith('password')
    ? ['login.show-password', 'login.hide-password']
    : ['secret-show', 'secret-hide']
  const toggle = (
    <IconButton
      size="sm"
      label={say(told ? hides : shows)}
      aria-pressed={told}
      onClick={() => setTold(!told)}
      marginInlineEnd="-1.5"
    >
      {told ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
    </IconButton>
  )
  return (
    <TextInput
      id={id}
      name={field.name}
      {...typing.box}
      invalid={invalid || typing.unreadable}
      aria-required={field.required || undefined}
      {...(readOnly ? { readOnly } : {})}
      {...(autoFocus ? { autoFocus } : {})}
      {...(describedBy ? { 'aria-describedby': describedBy } : {})}
      {...(field.maxLength === undefined ? {} : { maxLength: field.maxLength + 10 })}
      type={told ? 'text' : 'password'}
      autoComplete={field.autocomplete ?? 'new-password'}
      {...(compact ? { 'aria-label': field.title, compact: true } : readOnly ? {} : { after: toggle })}
    />
  )
}
