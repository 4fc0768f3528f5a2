import { DAY_MS } from '../base/clock.ts';
import type { DatedEvent, EventFacts } from '../core/event-facts.ts';
import type { Tag } from '../core/market.ts';
import type { ListedTopic } from '../core/topic.ts';
import { rawLines } from './league-text.ts';
import { seriesName } from './names.ts';
import { field, joined, type Tooltip, type TooltipLine, type ViewContext } from './row.ts';

const DAYS = ['live', 'today', 'week', 'later', 'unknown'] as const;
type TopicDay = (typeof DAYS)[number];

const WEEK_MS = 7 * DAY_MS;

/** The days of a topic, in their order, and what they are called: its events are questions, and end rather than begin. */
export function topicDays({ t }: ViewContext): readonly (readonly [TopicDay, string])[] {
  const names: Readonly<Record<TopicDay, string>> = {
    live: t('Live'),
    today: t('Ends today'),
    week: t('Ends within 7 days'),
    later: t('Ends later'),
    unknown: t('End not known'),
  };
  return DAYS.map((day) => [day, names[day]]);
}

export function topicDay({ phase, end }: EventFacts, { format }: ViewContext): TopicDay {
  const now = format.settings.now();
  if (phase === 'live') return 'live';
  if (end === undefined) return 'unknown';
  if (end <= now || format.isSameDay(end, now)) return 'today';
  return end < now + WEEK_MS ? 'week' : 'later';
}

/** How many events are live, and how many end today. */
export function topicCountsText(events: readonly DatedEvent[], context: ViewContext): readonly string[] {
  const { t } = context;
  const days = events.map(({ facts }) => topicDay(facts, context));
  const [live, today] = [days.filter((day) => day === 'live'), days.filter((day) => day === 'today')];
  return [
    ...(live.length > 0 ? [t('{0} live', live.length)] : []),
    ...(today.length > 0 ? [t('{0} end today', today.length)] : []),
  ];
}

/** What the service says of the tag a topic is. */
export function topicTooltip(topic: ListedTopic | undefined, { t, format }: ViewContext): Tooltip {
  if (topic === undefined) return [];
  const { id, slug, parentId, tradable, subtags, createdAt, updatedAt, image, more } = topic.tag;
  const names = subtags.flatMap(({ label, slug: short }) => label ?? short ?? []);
  return [
    ...field(t('Tags'), names.join(', ')),
    ...field(t('Tradable'), tradable === undefined ? undefined : tradable ? t('yes') : t('no')),
    ...field(t('Listed'), format.dateTime(createdAt)),
    ...field(t('Changed'), format.dateTime(updatedAt)),
    ...field(t('Slug'), slug),
    ...field(t('Id'), id),
    ...field(t('Id of the tag above'), parentId),
    ...field(t('Image'), image),
    ...rawLines(more),
  ];
}

/** The series by its title, how often another event of it begins, and what the service adds. */
export function seriesField(slug: string | undefined, context: ViewContext): TooltipLine[] {
  if (slug === undefined) return [];
  const series = context.seriesOf?.(slug);
  const words = joined([seriesName(slug, context), series?.recurrence, series?.subtitle]);
  return field(context.t('Series'), words);
}

/** Tags by their names; those without one say nothing to people. */
export function tagsField(tags: readonly Tag[] | undefined, { t }: ViewContext): TooltipLine[] {
  return field(t('Tags'), (tags ?? []).flatMap(({ label }) => label ?? []).join(', '));
}
