// Package utils: in the place of the file of this name, these functions print the samples of a rule instead of checking
// them. One line of JSON for each rule.
package utils

import (
	"encoding/json"
	"os"
	"regexp/syntax"
	"strings"

	"github.com/zricethezav/gitleaks/v8/cmd/generate/config/base"
	"github.com/zricethezav/gitleaks/v8/config"
	"github.com/zricethezav/gitleaks/v8/detect"
)

type sample struct {
	Text    string   `json:"text"`
	Secrets []string `json:"secrets"`
}

type printed struct {
	Rule    string   `json:"rule"`
	Samples []sample `json:"samples"`
	// Secrets that have a form of their own: the pattern knows them without anything around them, or by a prefix.
	Alone []string `json:"alone"`
}

func Validate(rule config.Rule, samples []string, _ []string) *config.Rule {
	fragments := make([]detect.Fragment, 0, len(samples))
	for _, text := range samples {
		fragments = append(fragments, detect.Fragment{Raw: text})
	}
	return print(rule, fragments)
}

func ValidateWithPaths(rule config.Rule, samples map[string]string, _ map[string]string) *config.Rule {
	fragments := make([]detect.Fragment, 0, len(samples))
	for path, text := range samples {
		fragments = append(fragments, detect.Fragment{Raw: text, FilePath: path})
	}
	return print(rule, fragments)
}

func print(rule config.Rule, fragments []detect.Fragment) *config.Rule {
	detector := detectorOf(&rule)
	out := printed{Rule: rule.RuleID, Samples: []sample{}, Alone: []string{}}
	for _, fragment := range fragments {
		secrets := []string{}
		for _, finding := range detector.Detect(fragment) {
			if finding.Secret == "" {
				continue
			}
			secrets = append(secrets, finding.Secret)
			if hasOwnForm(rule, finding.Secret) {
				out.Alone = append(out.Alone, finding.Secret)
			}
		}
		// A rule about the names of files has texts without a secret.
		if len(secrets) > 0 {
			out.Samples = append(out.Samples, sample{Text: fragment.Raw, Secrets: secrets})
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		panic(err)
	}
	return &rule
}

func hasOwnForm(rule config.Rule, secret string) bool {
	if rule.Regex == nil {
		return false
	}
	if strings.Contains(rule.Regex.FindString("It was "+secret+" again"), secret) {
		return true
	}
	tree, err := syntax.Parse(rule.Regex.String(), syntax.Perl)
	// Where the group is only a part of the token, it is shorter than any token.
	return err == nil && len(secret) >= 16 && prefixLength(firstGroup(tree)) >= 3
}

// The length of the literal that a group begins with, in either case of its letters.
func prefixLength(group *syntax.Regexp) int {
	if group == nil {
		return 0
	}
	first := group.Sub[0]
	if first.Op == syntax.OpConcat {
		first = first.Sub[0]
	}
	if first.Op != syntax.OpLiteral {
		return 0
	}
	return len(first.Rune)
}

func firstGroup(tree *syntax.Regexp) *syntax.Regexp {
	if tree.Op == syntax.OpCapture {
		return tree
	}
	for _, sub := range tree.Sub {
		if group := firstGroup(sub); group != nil {
			return group
		}
	}
	return nil
}

func detectorOf(rule *config.Rule) *detect.Detector {
	keywords := map[string]struct{}{}
	lower := []string{}
	for _, keyword := range rule.Keywords {
		lower = append(lower, strings.ToLower(keyword))
		keywords[strings.ToLower(keyword)] = struct{}{}
	}
	rule.Keywords = lower
	settings := base.CreateGlobalConfig()
	settings.Rules = map[string]config.Rule{rule.RuleID: *rule}
	settings.Keywords = keywords
	for _, list := range settings.Allowlists {
		if err := list.Validate(); err != nil {
			panic(err)
		}
	}
	return detect.NewDetector(settings)
}
