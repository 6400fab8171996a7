import { TriangleAlert } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { Button } from '../../controls/Button.tsx'
import { EmptyState } from '../../controls/EmptyState.tsx'
import { words } from './words.ts'

/** Keeps a page's failure within the page: the menu goes on working. */
export class Crash extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <div role="alert">
        <EmptyState
          page
          icon={<TriangleAlert />}
          title={words.crashed}
          text={words.crashedHelp}
          action={
            <Button look="solid" onClick={() => location.reload()}>
              {words.reload}
            </Button>
          }
        />
      </div>
    )
  }
}
