import { CircleAlert } from 'lucide-react'
import { Button } from '../../controls/Button.tsx'
import { EmptyState } from '../../controls/EmptyState.tsx'
import type { CallError } from '../data/api.ts'
import type { ListTools } from './listTools.ts'

/** The rows did not come: why, and trying again. */
export function ListFailed({ tools, error, onRetry }: { readonly tools: ListTools; readonly error: CallError; onRetry(): void }) {
  return (
    <EmptyState
      icon={<CircleAlert />}
      title={tools.say(tools.register.texts.loadFailed ?? 'load-failed')}
      text={error.message}
      action={
        <Button look="solid" onClick={onRetry}>
          {tools.say('retry')}
        </Button>
      }
    />
  )
}
