import { chakra } from '@chakra-ui/react/styled-system'
import { type ComponentType, useEffect, useState } from 'react'
import { membersOf } from '../../../base/record.ts'
import { Dialog } from '../../../controls/overlays/Dialog.tsx'
import { Spinner } from '../../../controls/Spinner.tsx'
import type { DelegatedAction } from '../../../model/action.ts'
import { CallError } from '../../data/api.ts'
import { useExpressions } from '../../data/useExpressions.ts'
import { useDialogs } from '../../ui/dialogs.tsx'
import type { ActionDialogProps } from '../actionDialog.ts'
import { actionDialogName } from '../actionDialogNames.ts'
import { loadActionDialog } from '../actionDialogs.ts'
import { runCallSpec } from '../perform/runCallSpec.ts'
import { rowScope } from '../rowScope.ts'

interface Found {
  readonly ids: readonly string[]
  readonly Target: ComponentType<ActionDialogProps>
}

/** The dialog of another register's action, about the records that a call names. */
export default function DelegatedDialog({ action, tools, row, onClose }: ActionDialogProps) {
  if (!('actionOf' in action.does)) throw new Error(`the action ${action.id} borrows none`)
  const view = action.does.actionOf
  const { say, model } = tools
  const register = model.registers[view.register]
  const target = register?.views.actions.find(({ id }) => id === view.action)
  const evaluate = useExpressions(view.register)
  const { alert } = useDialogs()
  const [found, setFound] = useState<Found>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the dialog opens
  useEffect(() => {
    let current = true
    const find = async (): Promise<Found> => {
      const name = target && actionDialogName(target)
      if (name === undefined) throw new Error(`${view.register} has no dialog ${view.action}`)
      const [reply, { default: Target }] = await Promise.all([
        runCallSpec(view.load, rowScope(row), tools.evaluate),
        loadActionDialog(name),
      ])
      return { ids: idsIn(reply, view), Target }
    }
    find().then(
      all => current && setFound(all),
      (error: unknown) => {
        if (!current) return
        onClose(false)
        // The server explains its refusals; other failures are told by the definition's text.
        const known = error instanceof CallError && error.status < 500 && error.status > 0
        void alert(known ? error.message : say(action.failure ?? 'load-failed'))
      },
    )
    return () => {
      current = false
    }
  }, [])
  if (found && register && target)
    return (
      <found.Target
        action={target}
        tools={{ ...tools, register, evaluate, listed: undefined }}
        ids={found.ids}
        onClose={onClose}
      />
    )
  return (
    <Dialog open size="xl" title={action.title} closeLabel={say('close')} onClose={() => onClose(false)}>
      <chakra.div display="grid" placeItems="center" minHeight="12rem">
        <Spinner size="1.5rem" label={say('loading')} />
      </chakra.div>
    </Dialog>
  )
}

/** Each record once: a note may say a product twice. */
const idsIn = (reply: unknown, { member }: DelegatedAction): string[] => [
  ...new Set((Array.isArray(reply) ? reply : []).map(one => String(membersOf(one)[member]))),
]
