import { chakra } from '@chakra-ui/react/styled-system'
import { QrCode } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { membersOf } from '../../../base/record.ts'
import { Banner } from '../../../controls/Banner.tsx'
import { Button } from '../../../controls/Button.tsx'
import { EmptyState } from '../../../controls/EmptyState.tsx'
import { Dialog } from '../../../controls/overlays/Dialog.tsx'
import { Spinner } from '../../../controls/Spinner.tsx'
import { fillAddress } from '../../../model/fillAddress.ts'
import { storeId } from '../../data/identity.ts'
import { useNavigate } from '../../router/router.tsx'
import type { ActionDialogProps, ActionDialogTools } from '../actionDialog.ts'
import { failureText } from '../failureText.ts'
import { runCallSpec } from '../perform/runCallSpec.ts'
import { rowScope } from '../rowScope.ts'
import CodeFigure from './CodeFigure.tsx'

type Reply = Readonly<Record<string, unknown>>

/** A text of a call's reply as a QR code, in a dialog. */
export default function CodeDialog({ action, tools, row, onClose }: ActionDialogProps) {
  if (!('code' in action.does)) throw new Error(`the action ${action.id} shows no code`)
  const { code: view } = action.does
  const { say, evaluate } = tools
  const navigate = useNavigate()
  const { reply, failure, again } = useReply(() => runCallSpec(view.load, rowScope(row), evaluate), tools)
  const text = reply?.[view.text]
  const { message, button, open } = view.empty
  const leave = async (address: string): Promise<void> => {
    onClose(false)
    await navigate(fillAddress(address, { lojaId: storeId(), ...row }))
  }
  return (
    <Dialog open size="md" title={view.title ?? action.title} closeLabel={say('close')} onClose={() => onClose(false)}>
      {failure !== undefined ? (
        <Banner tone="danger" actions={<Button onClick={again}>{say('retry')}</Button>}>
          {failure}
        </Banner>
      ) : !reply ? (
        <chakra.div display="grid" placeItems="center" minHeight="8rem">
          <Spinner size="1.5rem" label={say('loading')} />
        </chakra.div>
      ) : typeof text === 'string' && text !== '' ? (
        <CodeFigure
          text={text}
          title={view.textTitle}
          note={view.note === undefined ? undefined : say(view.note)}
          facts={view.facts.map(field => ({ field, value: reply[field.name] }))}
          say={say}
        />
      ) : (
        <EmptyState
          icon={<QrCode aria-hidden />}
          title={say(message)}
          action={
            open !== undefined && mayOpen(open, tools) ? (
              <Button look="solid" onClick={() => void leave(open)}>
                {button}
              </Button>
            ) : undefined
          }
        />
      )}
    </Dialog>
  )
}

/** The reply of a call that is made when this is drawn. */
function useReply(load: () => Promise<unknown>, { say }: ActionDialogTools) {
  const [reply, setReply] = useState<Reply>()
  const [failure, setFailure] = useState<string>()
  const [times, setTimes] = useState(0)
  const latest = useRef({ load, say })
  latest.current = { load, say }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, and when it is tried again
  useEffect(() => {
    let current = true
    setFailure(undefined)
    latest.current.load().then(
      found => current && setReply(membersOf(found)),
      (error: unknown) => {
        const told = error instanceof Error ? error.message : ''
        if (current) setFailure(told === '' ? failureText(latest.current.say('load-failed'), told) : told)
      },
    )
    return () => {
      current = false
    }
  }, [times])
  return { reply, failure, again: () => setTimes(times + 1) }
}

/** Tells whether who looks may open the page of an address: others read in words who can. */
function mayOpen(address: string, { model, can }: ActionDialogTools): boolean {
  const path = `/${address.split(/[/?#]/)[1] ?? ''}`
  const register = Object.values(model.registers).find(({ views }) => views.path === path)
  const gate = register?.access.see ?? Object.values(model.screens).find(screen => screen.path === path)?.gate
  return gate !== undefined && can(gate)
}
