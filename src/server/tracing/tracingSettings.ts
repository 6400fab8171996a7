/** How traces leave, from OpenTelemetry's own variables. */
export interface TracingSettings {
  readonly service: string
  /** Of the traces that begin here, how many are kept: 0 to 1. */
  readonly share: number
  /** Whether a trace that a request names is gone on with: whoever may send requests may name any. */
  readonly continues: boolean
}

type Env = Readonly<Record<string, string | undefined>>

/** OTEL_EXPORTER_OTLP_ENDPOINT (or …_TRACES_ENDPOINT), OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER_ARG, OTEL_PROPAGATORS, OTEL_SDK_DISABLED; undefined: none are taken. */
export function readTracingSettings(env: Env = process.env): TracingSettings | undefined {
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT
  if (!endpoint || env.OTEL_SDK_DISABLED === 'true' || env.OTEL_TRACES_EXPORTER === 'none') return undefined
  const share = Number(env.OTEL_TRACES_SAMPLER_ARG || 1)
  if (!(share >= 0 && share <= 1)) throw new Error(`OTEL_TRACES_SAMPLER_ARG is no share: ${env.OTEL_TRACES_SAMPLER_ARG}`)
  return {
    service: env.OTEL_SERVICE_NAME || 'retaguarda',
    share,
    continues: (env.OTEL_PROPAGATORS ?? '').split(',').includes('tracecontext'),
  }
}
