import { TriangleAlert } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { Button } from '../../controls/Button.tsx'
import { EmptyState } from '../../controls/EmptyState.tsx'
import { ChunkLoadError } from './chunkLoadError.ts'
import { fallbackTexts } from './fallbackTexts.ts'
import { reloadPage } from './reloadPage.ts'

interface State {
  readonly failed: boolean
  /** Nothing is wrong with the page: its code did not come. */
  readonly missing: boolean
}

/** Keeps a page's failure within the page: the menu goes on working. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { failed: false, missing: false }

  static getDerivedStateFromError(error: unknown): State {
    return { failed: true, missing: error instanceof ChunkLoadError }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    const { missing } = this.state
    return (
      <div role="alert">
        <EmptyState
          page
          icon={<TriangleAlert />}
          title={missing ? fallbackTexts.missing : fallbackTexts.crashed}
          text={missing ? fallbackTexts.missingHelp : fallbackTexts.crashedHelp}
          action={
            <Button look="solid" onClick={() => void reloadPage()}>
              {fallbackTexts.reload}
            </Button>
          }
        />
      </div>
    )
  }
}
