// Issues as plain text, for a message to whoever runs the job.
import type { Issue } from '$api/core';

export function issuesText(issues: readonly Issue[]): string {
  return issues.map(issueText).join('\n');
}

function issueText(issue: Issue): string {
  const loss = issue.losesData ? ', data lost' : '';
  const head = `${issue.path}: ${issue.count} x ${issue.name}, ${issue.bytes} bytes${loss}`;
  const places = issue.first.map((place) => `  offset ${place.offset}, ${place.bytes} bytes: ${place.message}`);
  const rest = issue.count - issue.first.length;
  return [head, ...places, ...(rest > 0 ? [`  and ${rest} more`] : [])].join('\n');
}
