import { takeSpans } from './spans.ts'
import { readTracingSettings } from './tracingSettings.ts'

/**
 * Takes traces where the environment names somebody who wants them; else their code is not even loaded.
 *
 * @returns sends what is left, and ends it.
 */
export async function startTracing(): Promise<() => Promise<void>> {
  const settings = readTracingSettings()
  if (!settings) return async () => undefined
  const { openTelemetry } = await import('./openTelemetry.ts')
  const { spans, close } = openTelemetry(settings)
  takeSpans(spans)
  return async () => {
    takeSpans(undefined)
    // A collector that is away keeps no server from ending.
    await close().catch(() => undefined)
  }
}
