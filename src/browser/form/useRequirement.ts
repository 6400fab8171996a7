import { useEffect, useRef } from 'react'
import { useNavigate } from '../router/router.tsx'
import { dialogs } from '../ui/dialogs.tsx'
import { draftScope } from './draft/recordDraft.ts'
import type { FormShared } from './formContext.ts'

/** Demands a record without which the form is of no use: once it opens without that, a dialog says what is missing and leads there. */
export function useRequirement({ register, store, context, say }: FormShared): void {
  const navigate = useNavigate()
  const told = useRef(false)
  useEffect(() => {
    const { requires } = register.views.form
    if (!requires || told.current) return
    told.current = true
    const draft = store.shown()
    if (context.evaluate(register, requires.rule, draftScope(draft, context)) !== false) return
    const { title, message, button, open } = requires
    const question = { title: say(title), message: say(message), confirm: say(button), cancel: say('close') }
    void dialogs.confirm(question).then(yes => yes && navigate(open))
  }, [register, store, context, say, navigate])
}
